package dev.bullpen.match;

import java.util.Arrays;

/** A bit for each byte of a text, growing with it. */
final class Bits {
  private long[] words;

  Bits(int capacity) {
    words = new long[(capacity >> 6) + 1];
  }

  void set(int index) {
    if (index >> 6 >= words.length) {
      words = Arrays.copyOf(words, Math.max(words.length * 2, (index >> 6) + 1));
    }
    words[index >> 6] |= 1L << index;
  }

  boolean get(int index) {
    return index >> 6 < words.length && (words[index >> 6] & 1L << index) != 0;
  }

  /** The bits themselves, of {@code length} bytes of text. */
  long[] words(int length) {
    return Arrays.copyOf(words, (length >> 6) + 1);
  }
}
