package dev.bullpen.project.completion;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Values, ready to be searched for what a user has typed. All lie in one array as UTF-8, since as
 * strings a million would take three times the memory. A value of ASCII is there once, any other
 * follows its folded form. Immutable.
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

  public int size() {
    return originals.length;
  }

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

  /**
   * Some of the values that fit, best first.
   *
   * @param values none twice
   * @param total how many fit in all
   */
  public record Matches(List<String> values, int total) {}

  private int end(int value) {
    return originals[value] == starts[value] ? starts[value + 1] : originals[value];
  }

  byte[] original(int value) {
    return Arrays.copyOfRange(text, originals[value], starts[value + 1]);
  }

  /**
   * Prepares values one by one; a value that is there already is not added again. For one thread at
   * a time.
   */
  static final class MatchIndexBuilder {
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
     * @param expectedBytes roughly; 0 if unknown
     */
    MatchIndexBuilder(int maxBytes, int expectedBytes) {
      this.maxBytes = maxBytes;
      this.text = new byte[Math.min(maxBytes, Math.max(expectedBytes, FIRST_BYTES))];
    }

    int size() {
      return size;
    }

    /** Add a value, as below; half a surrogate pair has no UTF-8. */
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

    /** Add the values of an index, in their order; false if there was not room for all. */
    boolean addAll(MatchIndex index) {
      boolean all = true;
      for (int value = 0; value < index.size() && all; value++) {
        byte[] utf8 = index.original(value);
        all = add(utf8, 0, utf8.length);
      }
      return all;
    }

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

  /**
   * How well values fit what was typed. UTF-8 is compared byte by byte: its characters begin with
   * bytes that are nowhere within others.
   */
  static final class MatchQuery {
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
     * Whether the query is put together from beginnings of words, one or more characters of each.
     * All ways of taking it apart are followed at once, each as a bit: after every byte of the
     * value a bit says whether the query's first so many bytes have been found, ending at just this
     * byte or at an earlier one. From an earlier one it goes on at a word's first byte only.
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

  /**
   * A text as it is compared: after compatibility decomposition (NFKD, so that {@code ﬁ} is {@code
   * fi}), without the marks U+0300 to U+036F (so that {@code malaga} finds {@code Málaga}; the
   * vowel signs of other scripts stay), and by lower case of the upper case, in no particular
   * language (so that {@code ς} is {@code σ}).
   *
   * @param bytes folded, as UTF-8
   * @param wordStarts offsets of the bytes at which words begin: at a letter or digit after
   *     something else ({@code my-file}), at a capital after a small letter ({@code fooBar}), at
   *     the last of several capitals ({@code HTTPServer}), and where letters and digits meet
   *     ({@code utf8})
   */
  record FoldedText(byte[] bytes, BitSet wordStarts) {
    private static final Pattern MARKS = Pattern.compile("[\u0300-\u036f]+");

    /** A letter without case counts as a small one. */
    private enum Kind {
      /** No letter and no digit; also what stands before a text and after it. */
      OTHER,
      LOWER,
      UPPER,
      DIGIT;

      static Kind at(String text, int index) {
        if (index >= text.length()) {
          return OTHER;
        }
        int codePoint = text.codePointAt(index);
        if (Character.isUpperCase(codePoint) || Character.isTitleCase(codePoint)) {
          return UPPER;
        }
        if (Character.isLetter(codePoint)) {
          return LOWER;
        }
        return Character.isDigit(codePoint) ? DIGIT : OTHER;
      }

      boolean beginsWord(Kind before, Kind after) {
        if (this == OTHER || before == OTHER) {
          return this != OTHER;
        }
        if (this == DIGIT || before == DIGIT) {
          return this != before;
        }
        return this == UPPER && (before != UPPER || after == LOWER);
      }
    }

    static FoldedText of(String text) {
      String plain = isAscii(text) ? text : withoutMarks(text);
      StringBuilder folded = new StringBuilder(plain.length());
      BitSet wordStarts = new BitSet(plain.length());
      int offset = 0;
      Kind before = Kind.OTHER;
      Kind here = Kind.at(plain, 0);
      int at = 0;
      while (at < plain.length()) {
        int codePoint = plain.codePointAt(at);
        at += Character.charCount(codePoint);
        Kind after = Kind.at(plain, at);
        wordStarts.set(offset, here.beginsWord(before, after));
        before = here;
        here = after;
        int small = Character.toLowerCase(Character.toUpperCase(codePoint));
        folded.appendCodePoint(small);
        offset += utf8Length(small);
      }
      return new FoldedText(folded.toString().getBytes(StandardCharsets.UTF_8), wordStarts);
    }

    /** Most texts are, and the tables that the others need take milliseconds to load. */
    private static boolean isAscii(String text) {
      for (int i = 0; i < text.length(); i++) {
        if (text.charAt(i) >= 0x80) {
          return false;
        }
      }
      return true;
    }

    private static String withoutMarks(String text) {
      return MARKS.matcher(Normalizer.normalize(text, Normalizer.Form.NFKD)).replaceAll("");
    }

    private static int utf8Length(int codePoint) {
      if (codePoint < 0x80) {
        return 1;
      }
      if (codePoint < 0x800) {
        return 2;
      }
      return codePoint < 0x10000 ? 3 : 4;
    }
  }
}
