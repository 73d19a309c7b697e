package dev.bullpen.match;

import java.util.Arrays;

/**
 * The best so far of values that come in their order. Each has a place, and of one place the first
 * is the best, so once there are enough of a place, later ones of it and all worse ones only count.
 */
final class Selection {
  private static final int FIRST_KEPT = 128;

  private final int from;
  private final int wanted;
  private final int[] counts = new int[Rank.PLACES];

  /** Place, then number, so that they sort as they rank. */
  private long[] kept = new long[FIRST_KEPT];

  private int size;
  private int total;

  /** Places from here on are of no use any more. */
  private int bound = Rank.PLACES;

  /** How many are kept of the places before {@link #bound}. */
  private int better;

  Selection(int from, int count) {
    this.from = from;
    this.wanted = (int) Math.min(Integer.MAX_VALUE, (long) from + count);
    narrow();
  }

  /** Places from here on need not be told apart: they only count. */
  int bound() {
    return bound;
  }

  /** One that fits. */
  void add(int value, int place) {
    total++;
    if (place >= bound) {
      return;
    }
    if (size == kept.length) {
      kept = Arrays.copyOf(kept, size * 2);
    }
    kept[size++] = (long) place << 32 | value;
    counts[place]++;
    better++;
    narrow();
  }

  /** So many more that fit, at places that need not be told apart. */
  void count(int more) {
    total += more;
  }

  /** Leave out the worst place as long as there are enough without what may yet come of it. */
  private void narrow() {
    while (bound > 0 && better >= wanted) {
      bound--;
      better -= counts[bound];
    }
  }

  int total() {
    return total;
  }

  /** The numbers of those wanted, best first. */
  int[] chosen() {
    long[] sorted = Arrays.copyOf(kept, size);
    Arrays.sort(sorted);
    int to = Math.min(size, wanted);
    int[] chosen = new int[Math.max(0, to - from)];
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = (int) sorted[from + i];
    }
    return chosen;
  }
}
