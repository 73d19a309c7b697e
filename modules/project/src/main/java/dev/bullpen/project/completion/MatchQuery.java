package dev.bullpen.project.completion;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;

/**
 * How well values fit what was typed. UTF-8 is compared byte by byte: its characters begin with
 * bytes that are nowhere within others.
 */
final class MatchQuery {
  /** Of a value that does not fit. */
  static final int NONE = 255;

  /** Best first; a value has the first that applies. */
  private enum Rank {
    WHOLE_AS_TYPED,
    /** It is what was typed, once folded. */
    WHOLE,
    START_AS_TYPED,
    /** It begins with what was typed, once folded: {@code fo} and {@code Foo}. */
    START,
    /** One of its words begins with it: {@code bar} and {@code foo-bar}. */
    WORD,
    /** It is somewhere in it: {@code ar} and {@code foo-bar}. */
    INSIDE,
    /** It is put together from beginnings of words: {@code gst} and {@code getStatus}. */
    HUMPS,
    /** Its characters are there one after another; the shorter their stretch, the better. */
    SCATTERED
  }

  /** Longer stretches share the last place. */
  private static final int LONGEST_STRETCH = NONE - 1 - Rank.SCATTERED.ordinal();

  /** Bytes of the query, a bit each; a longer one is no abbreviation. */
  private static final int MOST_HUMPS = 64;

  private final byte[] typed;
  private final MatchMode mode;
  private final byte[] query;
  private final byte[][] characters;
  private final byte[] text;
  private final BitSet wordStarts;

  /** For each byte its positions in the query, as bits. */
  private final long[] positions = new long[256];

  /**
   * @param text of all values; its capitals of ASCII are compared as small letters
   * @param wordStarts a bit for each byte of the text
   */
  MatchQuery(String typed, MatchMode mode, byte[] text, BitSet wordStarts) {
    this.typed = typed.getBytes(StandardCharsets.UTF_8);
    this.mode = mode;
    this.query = FoldedText.of(typed).bytes();
    this.characters =
        new String(query, StandardCharsets.UTF_8)
            .codePoints()
            .mapToObj(c -> Character.toString(c).getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
    this.text = text;
    this.wordStarts = wordStarts;
    for (int i = 0; i < query.length && i < MOST_HUMPS; i++) {
      positions[query[i] & 0xff] |= 1L << i;
    }
  }

  /**
   * The place of a value among all, {@link #NONE} if it does not fit.
   *
   * @param from to {@code to}: its folded form
   * @param original to {@code end}: the value as it was given
   */
  int place(int from, int to, int original, int end) {
    if (query.length == 0) {
      return 0;
    }
    if (to - from >= query.length && isAt(query, from)) {
      boolean asTyped = isAsTyped(original, end);
      if (to - from == query.length) {
        return (asTyped ? Rank.WHOLE_AS_TYPED : Rank.WHOLE).ordinal();
      }
      return (asTyped ? Rank.START_AS_TYPED : Rank.START).ordinal();
    }
    return switch (mode) {
      case PREFIX -> NONE;
      case SUBSTRING -> inside(from, to);
      case FUZZY -> fuzzy(from, to);
    };
  }

  private boolean isAsTyped(int original, int end) {
    int to = original + typed.length;
    return to <= end && Arrays.equals(text, original, to, typed, 0, typed.length);
  }

  private int inside(int from, int to) {
    int place = NONE;
    for (int at = find(query, from + 1, to); at >= 0; at = find(query, at + 1, to)) {
      if (wordStarts.get(at)) {
        return Rank.WORD.ordinal();
      }
      place = Rank.INSIDE.ordinal();
    }
    return place;
  }

  private int fuzzy(int from, int to) {
    int stretch = stretch(from, to);
    if (stretch == 0) {
      return NONE;
    }
    int inside = inside(from, to);
    if (inside != NONE) {
      return inside;
    }
    return isOfHumps(from, to)
        ? Rank.HUMPS.ordinal()
        : Rank.SCATTERED.ordinal() + Math.min(stretch, LONGEST_STRETCH);
  }

  /**
   * Bytes from the first to the last character of the query: each as early as can be, then, from
   * the last one back, each as late as can be. 0 if they are not there in their order.
   */
  private int stretch(int from, int to) {
    int end = from;
    for (byte[] character : characters) {
      int found = find(character, end, to);
      if (found < 0) {
        return 0;
      }
      end = found + character.length;
    }
    int begin = end;
    for (int i = characters.length - 1; i >= 0; i--) {
      begin -= characters[i].length;
      while (!isAt(characters[i], begin)) {
        begin--;
      }
    }
    return end - begin;
  }

  /**
   * Whether the query is put together from beginnings of words, one or more characters of each. All
   * ways of taking it apart are followed at once, each as a bit: after every byte of the value a
   * bit says whether the query's first so many bytes have been found, ending at just this byte or
   * at an earlier one. From an earlier one it goes on at a word's first byte only.
   */
  private boolean isOfHumps(int from, int to) {
    long here = 0;
    long earlier = 0;
    for (int at = from; at < to; at++) {
      long goingOn = wordStarts.get(at) ? earlier << 1 | 1 : here << 1;
      here = goingOn & positions[small(text[at]) & 0xff];
      earlier |= here;
    }
    return query.length <= MOST_HUMPS && (earlier & 1L << query.length - 1) != 0;
  }

  /** Where some bytes are first in a stretch of the text; below 0 if nowhere. */
  private int find(byte[] wanted, int from, int to) {
    byte head = wanted[0];
    for (int at = from; at <= to - wanted.length; at++) {
      if (small(text[at]) == head && isAt(wanted, at)) {
        return at;
      }
    }
    return -1;
  }

  private boolean isAt(byte[] wanted, int at) {
    for (int i = 0; i < wanted.length; i++) {
      if (small(text[at + i]) != wanted[i]) {
        return false;
      }
    }
    return true;
  }

  private static byte small(byte octet) {
    return octet >= 'A' && octet <= 'Z' ? (byte) (octet + 'a' - 'A') : octet;
  }
}
