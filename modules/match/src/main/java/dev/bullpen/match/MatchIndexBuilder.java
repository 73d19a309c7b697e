package dev.bullpen.match;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Prepares values one by one; a value that is there already is not added again.
 *
 * <p>Not for two threads at a time.
 */
public final class MatchIndexBuilder {
  private static final int FIRST_VALUES = 16;
  private static final int FIRST_BYTES = 256;

  /** An eighth may be left unused. */
  private static final int SPARE_SHIFT = 3;

  /** Ends the folded form of a value that is followed by the value itself; no byte of UTF-8. */
  static final byte END = (byte) 0xff;

  /** Among the letters of a value: it is not ASCII, and follows its folded form. */
  static final long FOLLOWED = 1L << 63;

  private final int maxBytes;
  private byte[] text;
  private int length;
  private int[] starts = new int[FIRST_VALUES];
  private long[] letters = new long[FIRST_VALUES];
  private int size;
  private final Bits wordStarts;
  private final Bits capitals;
  private final KnownValues known = new KnownValues();

  /**
   * Prepare to prepare.
   *
   * @param maxBytes of all values together, folded forms included
   */
  public MatchIndexBuilder(int maxBytes) {
    this(maxBytes, FIRST_BYTES);
  }

  /**
   * The same for values about whose length something is known.
   *
   * @param expectedBytes what all of them will come to, more or less
   */
  public MatchIndexBuilder(int maxBytes, int expectedBytes) {
    this.maxBytes = maxBytes;
    this.text = new byte[Math.min(maxBytes, Math.max(expectedBytes, FIRST_BYTES))];
    this.wordStarts = new Bits(text.length);
    this.capitals = new Bits(text.length);
  }

  /** How many values there are. */
  public int size() {
    return size;
  }

  /**
   * Add a value.
   *
   * @return whether that was possible; not if there is no room for it or it holds half a surrogate
   *     pair, of which there is no UTF-8
   */
  public boolean add(String value) {
    ByteBuffer utf8;
    try {
      utf8 = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value));
    } catch (CharacterCodingException e) {
      return false;
    }
    return add(utf8.array(), 0, utf8.limit());
  }

  /**
   * Add a value.
   *
   * @param utf8 holds it between two offsets
   * @return whether that was possible; not if there is no room for it or it is no UTF-8
   */
  public boolean add(byte[] utf8, int from, int to) {
    if (known.contains(utf8, from, to, this)) {
      return true;
    }
    for (int i = from; i < to; i++) {
      if (utf8[i] < 0) {
        return addOther(utf8, from, to);
      }
    }
    return addAscii(utf8, from, to);
  }

  /**
   * Add the values of an index, in their order.
   *
   * @return whether there was room for all
   */
  public boolean addAll(MatchIndex index) {
    boolean all = true;
    for (int value = 0; value < index.size() && all; value++) {
      byte[] utf8 = index.original(value);
      all = add(utf8, 0, utf8.length);
    }
    return all;
  }

  private boolean addAscii(byte[] ascii, int from, int to) {
    if (!hasRoom(to - from)) {
      return false;
    }
    long bits = 0;
    byte before = Words.OTHER;
    byte here = from < to ? Words.of(ascii[from]) : Words.OTHER;
    for (int i = from, at = length; i < to; i++, at++) {
      byte after = i + 1 < to ? Words.of(ascii[i + 1]) : Words.OTHER;
      if (Words.begin(before, here, after)) {
        wordStarts.set(at);
      }
      byte folded = ascii[i];
      if (here == Words.UPPER) {
        capitals.set(at);
        folded += MatchIndex.TO_LOWER;
      }
      text[at] = folded;
      bits |= Letters.bit(folded);
      before = here;
      here = after;
    }
    return append(to - from, bits);
  }

  private boolean addOther(byte[] utf8, int from, int to) {
    String value;
    try {
      value =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(utf8, from, to - from))
              .toString();
    } catch (CharacterCodingException e) {
      return false;
    }
    FoldedText folded = FoldedText.of(value);
    byte[] bytes = folded.bytes();
    int needed = bytes.length + 1 + to - from;
    if (!hasRoom(needed)) {
      return false;
    }
    System.arraycopy(bytes, 0, text, length, bytes.length);
    text[length + bytes.length] = END;
    System.arraycopy(utf8, from, text, length + bytes.length + 1, to - from);
    folded.wordStarts().stream().forEach(offset -> wordStarts.set(length + offset));
    return append(needed, folded.letters() | FOLLOWED);
  }

  private boolean hasRoom(int needed) {
    if (needed > maxBytes - length) {
      return false;
    }
    if (length + needed > text.length) {
      int grown = (int) Math.min(maxBytes, text.length * 2L);
      text = Arrays.copyOf(text, Math.max(grown, length + needed));
    }
    return true;
  }

  private boolean append(int bytes, long bits) {
    if (size + 1 >= starts.length) {
      starts = Arrays.copyOf(starts, starts.length * 2);
      letters = Arrays.copyOf(letters, letters.length * 2);
    }
    letters[size] = bits;
    starts[size++] = length;
    length += bytes;
    starts[size] = length;
    known.added();
    return true;
  }

  /** Whether a value that was added is just that. */
  boolean is(int value, byte[] utf8, int from, int to) {
    int at = starts[value];
    int end = starts[value + 1];
    if (letters[value] >= 0) {
      if (end - at != to - from) {
        return false;
      }
      for (int i = from; i < to; i++, at++) {
        byte original = capitals.get(at) ? (byte) (text[at] - MatchIndex.TO_LOWER) : text[at];
        if (original != utf8[i]) {
          return false;
        }
      }
      return true;
    }
    while (text[at] != END) {
      at++;
    }
    return Arrays.equals(text, at + 1, end, utf8, from, to);
  }

  /** What has been added, to be asked. */
  public MatchIndex build() {
    // What is left over is not worth having all of it twice for a moment.
    boolean tight = text.length - length <= length >> SPARE_SHIFT;
    return new MatchIndex(
        tight ? text : Arrays.copyOf(text, length),
        wordStarts.words(length),
        capitals.words(length),
        Arrays.copyOf(starts, size + 1),
        Arrays.copyOf(letters, size));
  }
}
