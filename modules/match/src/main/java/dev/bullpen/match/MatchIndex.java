package dev.bullpen.match;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Values, ready to be asked which of them fit what somebody has typed.
 *
 * <p>All folded values lie in one array, so that a look through a million of them is a walk through
 * memory, and the letters of each in another, which rules most of them out at once. A value of
 * ASCII is kept folded alone, with a bit for each capital; any other follows its folded form.
 * Immutable.
 */
public final class MatchIndex {
  /** From a capital letter of ASCII to the small one. */
  static final int TO_LOWER = 'a' - 'A';

  private final byte[] text;
  private final long[] wordStarts;
  private final long[] capitals;
  private final int[] starts;
  private final long[] letters;

  /**
   * @param wordStarts a bit for each byte of the text
   * @param capitals likewise
   * @param starts of the values in the text, and where the last one ends
   * @param letters of {@link Letters}, and {@link MatchIndexBuilder#FOLLOWED}
   */
  MatchIndex(byte[] text, long[] wordStarts, long[] capitals, int[] starts, long[] letters) {
    this.text = text;
    this.wordStarts = wordStarts;
    this.capitals = capitals;
    this.starts = starts;
    this.letters = letters;
  }

  /** Prepare values, in their order; repetitions and what is no text are left out. */
  public static MatchIndex of(Collection<String> values) {
    MatchIndexBuilder builder = new MatchIndexBuilder(Integer.MAX_VALUE - 8);
    values.forEach(builder::add);
    return builder.build();
  }

  /** How many values there are. */
  public int size() {
    return letters.length;
  }

  /** Bytes of memory it takes, more or less. */
  public long bytes() {
    return text.length
        + 8L * (wordStarts.length + capitals.length + letters.length)
        + 4L * starts.length;
  }

  /**
   * Those that fit, best first.
   *
   * @param typed nothing fits everything, in the order given
   * @param from how many of them to leave out, of the best
   * @param count how many are wanted after those
   */
  public Matches find(String typed, MatchMode mode, int from, int count) {
    FoldedText folded = FoldedText.of(typed);
    if (folded.bytes().length == 0) {
      return all(from, count);
    }
    Selection selection = new Selection(from, count);
    new Matcher(this, typed, folded, mode).match(0, size(), selection);
    List<String> values = new ArrayList<>();
    for (int value : selection.chosen()) {
      values.add(value(value));
    }
    return new Matches(values, selection.total());
  }

  private Matches all(int from, int count) {
    List<String> values = new ArrayList<>();
    for (int value = from; value < size() && value - from < count; value++) {
      values.add(value(value));
    }
    return new Matches(values, size());
  }

  /** A value as it was given. */
  String value(int value) {
    byte[] bytes = original(value);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The bytes of a value as it was given. */
  byte[] original(int value) {
    int from = isFollowed(value) ? end(value) + 1 : starts[value];
    byte[] bytes = Arrays.copyOfRange(text, from, starts[value + 1]);
    if (!isFollowed(value)) {
      for (int i = 0; i < bytes.length; i++) {
        if (has(capitals, from + i)) {
          bytes[i] -= TO_LOWER;
        }
      }
    }
    return bytes;
  }

  private boolean isFollowed(int value) {
    return letters[value] < 0;
  }

  /** Where the folded form of a value ends. */
  int end(int value) {
    if (!isFollowed(value)) {
      return starts[value + 1];
    }
    int end = starts[value];
    while (text[end] != MatchIndexBuilder.END) {
      end++;
    }
    return end;
  }

  /** Whether a value, as it was given, begins with some bytes. */
  boolean beginsWith(int value, byte[] utf8) {
    boolean followed = isFollowed(value);
    int from = followed ? end(value) + 1 : starts[value];
    if (starts[value + 1] - from < utf8.length) {
      return false;
    }
    for (int i = 0; i < utf8.length; i++) {
      byte octet = text[from + i];
      if (!followed && has(capitals, from + i)) {
        octet -= TO_LOWER;
      }
      if (octet != utf8[i]) {
        return false;
      }
    }
    return true;
  }

  byte[] text() {
    return text;
  }

  int[] starts() {
    return starts;
  }

  long[] letters() {
    return letters;
  }

  long[] wordStarts() {
    return wordStarts;
  }

  static boolean has(long[] bits, int index) {
    return (bits[index >> 6] & 1L << index) != 0;
  }
}
