package dev.bullpen.project.completion;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/**
 * Values, ready to be asked which of them fit what a user has typed. All lie in one array as UTF-8,
 * since as strings a million would take three times the memory. A value of ASCII is there once, any
 * other follows its folded form. Immutable.
 */
public final class MatchIndex {
  private final byte[] text;
  private final int[] starts;
  private final int[] originals;
  private final BitSet wordStarts;

  /**
   * @param starts of the values in the text, and where the last one ends
   * @param originals where each value as it was given begins: at its start, or behind its folded
   *     form
   * @param wordStarts a bit for each byte of the text
   */
  MatchIndex(byte[] text, int[] starts, int[] originals, BitSet wordStarts) {
    this.text = text;
    this.starts = starts;
    this.originals = originals;
    this.wordStarts = wordStarts;
  }

  /** Prepare values, in their order; repetitions and what is no text are left out. */
  public static MatchIndex of(Collection<String> values) {
    MatchIndexBuilder builder = new MatchIndexBuilder(Integer.MAX_VALUE - 8, 0);
    values.forEach(builder::add);
    return builder.build();
  }

  /** How many values there are. */
  public int size() {
    return originals.length;
  }

  /** Bytes of memory it takes, more or less. */
  long bytes() {
    return text.length + wordStarts.size() / 8 + 4L * (starts.length + originals.length);
  }

  /**
   * Those that fit, best first; of one place in the order they were given.
   *
   * @param typed nothing fits everything
   * @param from how many of them to leave out, of the best
   * @param count how many are wanted after those
   */
  public Matches find(String typed, MatchMode mode, int from, int count) {
    MatchQuery query = new MatchQuery(typed, mode, text, wordStarts);
    byte[] places = new byte[size()];
    int[] next = new int[MatchQuery.NONE + 1]; // at first how many have each place
    for (int value = 0; value < size(); value++) {
      int place = query.place(starts[value], end(value), originals[value], starts[value + 1]);
      places[value] = (byte) place;
      next[place]++;
    }
    int total = 0;
    for (int place = 0; place < MatchQuery.NONE; place++) {
      int have = next[place];
      next[place] = total; // the position of the first of them among all
      total += have;
    }
    String[] page = new String[Math.max(0, Math.min(count, total - from))];
    for (int value = 0; value < size(); value++) {
      int place = Byte.toUnsignedInt(places[value]);
      int position = next[place]++ - from;
      if (place != MatchQuery.NONE && position >= 0 && position < page.length) {
        page[position] = new String(original(value), StandardCharsets.UTF_8);
      }
    }
    return new Matches(List.of(page), total);
  }

  /** Where the folded form of a value ends. */
  private int end(int value) {
    return originals[value] == starts[value] ? starts[value + 1] : originals[value];
  }

  /** The bytes of a value as it was given. */
  byte[] original(int value) {
    return Arrays.copyOfRange(text, originals[value], starts[value + 1]);
  }
}
