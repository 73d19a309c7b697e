package dev.bullpen.match;

import java.util.Arrays;

/**
 * Which values have been added, as a table of hashes with open addressing: a million values in 12
 * MB, where a set of strings would take ten times as much.
 */
final class KnownValues {
  private static final int FIRST_SLOTS = 64;

  /** Spreads hashes over the upper bits, which choose the slot: 2^32 through the golden ratio. */
  private static final int SPREAD = 0x9e3779b9;

  /** Numbers of values plus one; 0 is free. Always a power of two, at most half of it taken. */
  private int[] slots = new int[FIRST_SLOTS];

  private int[] hashes = new int[FIRST_SLOTS / 2];
  private int size;

  /** Of the value that was looked for last, should it be added. */
  private int hash;

  private int free;

  /** Whether a value is there; if not, {@link #added} may say that it is from now on. */
  boolean contains(byte[] utf8, int from, int to, MatchIndexBuilder values) {
    int code = 1;
    for (int i = from; i < to; i++) {
      code = 31 * code + utf8[i];
    }
    hash = code * SPREAD;
    int slot = slot(hash);
    while (slots[slot] != 0) {
      int value = slots[slot] - 1;
      if (hashes[value] == hash && values.is(value, utf8, from, to)) {
        return true;
      }
      slot = slot + 1 & slots.length - 1;
    }
    free = slot;
    return false;
  }

  /** What {@link #contains} did not find is a value now, the next one by number. */
  void added() {
    slots[free] = size + 1;
    hashes[size++] = hash;
    if (size == hashes.length) {
      grow();
    }
  }

  private void grow() {
    hashes = Arrays.copyOf(hashes, hashes.length * 2);
    slots = new int[slots.length * 2];
    for (int value = 0; value < size; value++) {
      int slot = slot(hashes[value]);
      while (slots[slot] != 0) {
        slot = slot + 1 & slots.length - 1;
      }
      slots[slot] = value + 1;
    }
  }

  private int slot(int spread) {
    return spread >>> Integer.numberOfLeadingZeros(slots.length) + 1;
  }
}
