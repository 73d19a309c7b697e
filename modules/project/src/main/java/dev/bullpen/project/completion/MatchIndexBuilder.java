package dev.bullpen.project.completion;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Prepares values one by one; a value that is there already is not added again. For one thread at a
 * time.
 */
final class MatchIndexBuilder {
  private static final int FIRST_VALUES = 16;
  private static final int FIRST_BYTES = 256;

  /** An eighth may be left unused. */
  private static final int TIGHT = 8;

  /** Spreads hashes over the upper bits, which choose the slot: 2^32 through the golden ratio. */
  private static final int SPREAD = 0x9e3779b9;

  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private final BitSet wordStarts = new BitSet();
  private final int maxBytes;
  private byte[] text;
  private int length;
  private int[] starts = new int[FIRST_VALUES];
  private int[] originals = new int[FIRST_VALUES];
  private int size;

  /** A table of hashes with open addressing: numbers of values plus one, 0 is free. */
  private int[] slots = new int[4 * FIRST_VALUES];

  /**
   * @param maxBytes of all values together, folded forms included
   * @param expectedBytes what they will come to, more or less; 0 if nothing is known of that
   */
  MatchIndexBuilder(int maxBytes, int expectedBytes) {
    this.maxBytes = maxBytes;
    this.text = new byte[Math.min(maxBytes, Math.max(expectedBytes, FIRST_BYTES))];
  }

  /** How many values there are. */
  int size() {
    return size;
  }

  /**
   * Add a value.
   *
   * @return whether that was possible; not if there is no room for it or it holds half a surrogate
   *     pair, of which there is no UTF-8
   */
  boolean add(String value) {
    try {
      ByteBuffer utf8 = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value));
      return add(utf8.array(), 0, utf8.limit());
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /**
   * Add a value.
   *
   * @param utf8 holds it between two offsets
   * @return whether that was possible; not if there is no room for it or it is no UTF-8
   */
  boolean add(byte[] utf8, int from, int to) {
    int slot = slot(utf8, from, to);
    if (slots[slot] != 0) {
      return true;
    }
    String value;
    try {
      value = decoder.decode(ByteBuffer.wrap(utf8, from, to - from)).toString();
    } catch (CharacterCodingException e) {
      return false;
    }
    FoldedText folded = FoldedText.of(value);
    int before = value.length() == to - from ? 0 : folded.bytes().length; // 0 for ASCII
    if (before + to - from > maxBytes - length) {
      return false;
    }
    makeRoom(before + to - from);
    BitSet words = folded.wordStarts();
    for (int at = words.nextSetBit(0); at >= 0; at = words.nextSetBit(at + 1)) {
      wordStarts.set(length + at);
    }
    System.arraycopy(folded.bytes(), 0, text, length, before);
    System.arraycopy(utf8, from, text, length + before, to - from);
    originals[size] = length + before;
    length += before + to - from;
    slots[slot] = ++size;
    starts[size] = length;
    if (2 * size >= slots.length) {
      slots = new int[2 * slots.length];
      for (int known = 0; known < size; known++) {
        slots[slot(text, originals[known], starts[known + 1])] = known + 1;
      }
    }
    return true;
  }

  /** Where a value is, or would be. */
  private int slot(byte[] utf8, int from, int to) {
    int hash = 1;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + utf8[i];
    }
    int slot = hash * SPREAD >>> Integer.numberOfLeadingZeros(slots.length) + 1;
    while (slots[slot] != 0 && !is(slots[slot] - 1, utf8, from, to)) {
      slot = slot + 1 & slots.length - 1;
    }
    return slot;
  }

  private boolean is(int value, byte[] utf8, int from, int to) {
    return Arrays.equals(text, originals[value], starts[value + 1], utf8, from, to);
  }

  private void makeRoom(int needed) {
    if (length + needed > text.length) {
      int grown = (int) Math.min(maxBytes, text.length * 2L);
      text = Arrays.copyOf(text, Math.max(grown, length + needed));
    }
    if (size + 1 == starts.length) {
      starts = Arrays.copyOf(starts, starts.length * 2);
      originals = Arrays.copyOf(originals, originals.length * 2);
    }
  }

  /**
   * Add the values of an index, in their order.
   *
   * @return whether there was room for all
   */
  boolean addAll(MatchIndex index) {
    boolean all = true;
    for (int value = 0; value < index.size() && all; value++) {
      byte[] utf8 = index.original(value);
      all = add(utf8, 0, utf8.length);
    }
    return all;
  }

  /** What has been added, to be asked. */
  MatchIndex build() {
    // What is left over is not worth having all of it twice for a moment.
    boolean tight = text.length - length <= length / TIGHT;
    return new MatchIndex(
        tight ? text : Arrays.copyOf(text, length),
        Arrays.copyOf(starts, size + 1),
        Arrays.copyOf(originals, size),
        wordStarts);
  }
}
