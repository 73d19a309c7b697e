package dev.bullpen.project.completion;

import dev.bullpen.json.Json;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Values, prepared for search by what a user has typed. Immutable. */
public final class MatchIndex {
  /**
   * The heap taken by two strings beside their characters, and by references to them while the
   * index is built.
   */
  static final int VALUE_BYTES = 120;

  /** The number of values, and of characters in all, that are searched in a few milliseconds. */
  static final int QUICK_VALUES = 5_000;

  private static final int QUICK_CHARACTERS = 250_000;

  private final List<String> values;

  /** The {@link #plain} form of each value, usually the same object. */
  private final List<String> plain;

  private final long characters;

  private MatchIndex(List<String> values, List<String> plain, long characters) {
    this.values = values;
    this.plain = plain;
    this.characters = characters;
  }

  /** Prepare values, in their order, without repetitions and invalid text. */
  public static MatchIndex of(Collection<String> values) {
    Builder builder = new Builder(Long.MAX_VALUE);
    values.forEach(builder::add);
    return builder.build();
  }

  public int size() {
    return values.size();
  }

  List<String> values() {
    return values;
  }

  /** The most bytes it takes on the heap; characters beyond Latin-1 take two bytes. */
  long bytes() {
    return bytes(values.size(), characters);
  }

  private static long bytes(long values, long characters) {
    return Character.BYTES * characters + VALUE_BYTES * values;
  }

  /** Whether it is so small that a search delays no other request. */
  boolean isQuick() {
    return values.size() <= QUICK_VALUES && characters <= QUICK_CHARACTERS;
  }

  /**
   * The matching values, best first; equally good ones in their original order.
   *
   * @param typed an empty text matches everything
   * @param from how many of the best to skip
   * @param count how many to return after those
   */
  public Matches find(String typed, MatchMode mode, int from, int count) {
    Query query = new Query(typed, mode);
    long[] ranked =
        new long
            [values.size()]; // rank in the upper half, position in the lower, so that sorting uses
    // both
    int total = 0;
    for (int i = 0; i < ranked.length; i++) {
      int place = query.place(values.get(i), plain.get(i));
      if (place != Query.NONE) {
        ranked[total++] = (long) place << Integer.SIZE | i;
      }
    }
    Arrays.sort(ranked, 0, total);
    int to = (int) Math.min((long) from + count, total);
    List<String> page =
        IntStream.range(from, to).mapToObj(at -> values.get((int) ranked[at])).toList();
    return new Matches(page, total);
  }

  /**
   * Some of the matching values, best first.
   *
   * @param values none twice
   * @param total how many match in all
   */
  public record Matches(List<String> values, int total) {}

  /** Prepares values one by one, ignoring repetitions. */
  static final class Builder {
    private final Set<String> known = new HashSet<>();
    private final ArrayList<String> values = new ArrayList<>();
    private final ArrayList<String> plain = new ArrayList<>();
    private final long maxBytes;
    private long characters;

    /**
     * @param maxBytes see {@link MatchIndex#bytes()}
     */
    Builder(long maxBytes) {
      this.maxBytes = maxBytes;
    }

    int size() {
      return values.size();
    }

    /** Add a value; false if there is no room, or it has half a surrogate pair. */
    boolean add(String value) {
      if (known.contains(value)) {
        return true;
      }
      String form = plain(value);
      int length = value.length() + (form == value ? 0 : form.length());
      if (bytes(values.size() + 1L, characters + length) > maxBytes
          || Json.hasLoneSurrogate(value)) {
        return false;
      }
      known.add(value);
      values.add(value);
      plain.add(form);
      characters += length;
      return true;
    }

    MatchIndex build() {
      values.trimToSize();
      plain.trimToSize();
      return new MatchIndex(values, plain, characters);
    }
  }

  private static final Pattern MARKS = Pattern.compile("[\u0300-\u036f]+");

  /**
   * A text in the form for comparison, except for case: after compatibility decomposition (NFKD, so
   * that {@code ﬁ} becomes {@code fi}), without the marks U+0300 to U+036F (so that {@code malaga}
   * finds {@code Málaga}; the vowel signs of other scripts stay). Returns the same object if
   * nothing changes.
   */
  private static String plain(String text) {
    // Most texts are ASCII, and loading the tables for others takes milliseconds.
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        String plain =
            MARKS.matcher(Normalizer.normalize(text, Normalizer.Form.NFKD)).replaceAll("");
        return plain.equals(text) ? text : plain;
      }
    }
    return text;
  }

  private static final class Query {
    /** The place of a value that does not match. */
    static final int NONE = Integer.MAX_VALUE;

    /** Ranks, best first. A value gets the first that applies. */
    private enum Rank {
      WHOLE_AS_TYPED,
      /** Equal to the typed text, ignoring case and marks. */
      WHOLE,
      START_AS_TYPED,
      /** Starts with the typed text, ignoring case and marks: {@code fo} and {@code Foo}. */
      START,
      /** One of its words starts with it: {@code bar} and {@code foo-bar}. */
      WORD,
      /** Contains it: {@code ar} and {@code foo-bar}. */
      INSIDE,
      /** Starts of its words, joined, are the typed text: {@code gst} and {@code getStatus}. */
      HUMPS,
      /** Contains its characters in order; the shorter the stretch, the better. */
      SCATTERED
    }

    private static final int ASCII = 0x80;

    /** The most typed characters, one bit each; a longer text is not an abbreviation. */
    private static final int MOST_HUMPS = Long.SIZE;

    private final String typed;
    private final MatchMode mode;
    private final String wanted;
    private final int[] characters;

    /** For each folded ASCII character, its positions in the typed text, one bit each. */
    private final long[] positions = new long[ASCII];

    Query(String typed, MatchMode mode) {
      this.typed = typed;
      this.mode = mode;
      this.wanted = plain(typed);
      this.characters = wanted.codePoints().map(Query::folded).toArray();
      for (int at = 0; at < Math.min(wanted.length(), MOST_HUMPS); at++) {
        int character = folded(wanted.charAt(at));
        if (character < ASCII) {
          positions[character] |= 1L << at;
        }
      }
    }

    /** The positions of a folded character in the typed text, one bit each. */
    private long positions(int character) {
      if (character < ASCII) {
        return positions[character];
      }
      long all = 0;
      for (int at = 0; at < wanted.length(); at++) {
        all |= folded(wanted.charAt(at)) == character ? 1L << at : 0;
      }
      return all;
    }

    /** The place of a value among all; {@link #NONE} if it does not match. */
    int place(String value, String plain) {
      if (wanted.isEmpty()) {
        return 0;
      }
      if (isAt(plain, 0)) {
        boolean isWhole = plain.length() == wanted.length();
        if (value.startsWith(typed)) {
          return (isWhole ? Rank.WHOLE_AS_TYPED : Rank.START_AS_TYPED).ordinal();
        }
        return (isWhole ? Rank.WHOLE : Rank.START).ordinal();
      }
      return switch (mode) {
        case PREFIX -> NONE;
        case SUBSTRING -> inside(plain);
        case FUZZY -> fuzzy(plain);
      };
    }

    private boolean isAt(String plain, int at) {
      return plain.regionMatches(true, at, wanted, 0, wanted.length());
    }

    private int inside(String plain) {
      int place = NONE;
      for (int at = 1; at <= plain.length() - wanted.length(); at++) {
        if (isAt(plain, at)) {
          if (beginsWord(plain, at)) {
            return Rank.WORD.ordinal();
          }
          place = Rank.INSIDE.ordinal();
        }
      }
      return place;
    }

    private int fuzzy(String plain) {
      int stretch = stretch(plain);
      if (stretch == 0) {
        return NONE;
      }
      int inside = inside(plain);
      if (inside != NONE) {
        return inside;
      }
      return isOfHumps(plain) ? Rank.HUMPS.ordinal() : Rank.SCATTERED.ordinal() + stretch;
    }

    /**
     * The number of characters from the first to the last typed one, each found as early as
     * possible, and then, from the last one back, as late as possible. 0 if they do not occur in
     * order.
     */
    private int stretch(String plain) {
      int found = 0;
      int end = 0;
      while (found < characters.length && end < plain.length()) {
        int character = plain.codePointAt(end);
        end += Character.charCount(character);
        found += folded(character) == characters[found] ? 1 : 0;
      }
      if (found < characters.length) {
        return 0;
      }
      int begin = end;
      while (found > 0) {
        int character = plain.codePointBefore(begin);
        begin -= Character.charCount(character);
        found -= folded(character) == characters[found - 1] ? 1 : 0;
      }
      return end - begin;
    }

    /**
     * Whether the typed text consists of word starts, with one or more characters of each. All ways
     * to split it are followed at once, as bits: after each character of the value, one bit per
     * prefix of the typed text says whether the prefix has been matched, ending at this character
     * or at an earlier one. After an earlier one, matching continues only at a word's start.
     */
    private boolean isOfHumps(String plain) {
      if (wanted.length() > MOST_HUMPS) {
        return false;
      }
      long here = 0;
      long earlier = 0;
      for (int at = 0; at < plain.length(); at++) {
        long next = beginsWord(plain, at) ? earlier << 1 | 1 : here << 1;
        here = next == 0 ? 0 : next & positions(folded(plain.charAt(at)));
        earlier |= here;
      }
      return (earlier & 1L << wanted.length() - 1) != 0;
    }

    /**
     * Whether a word starts: at a letter or digit after something else ({@code my-file}), at a
     * capital after a small letter ({@code fooBar}), at the last of several capitals ({@code
     * HTTPServer}), and between letters and digits ({@code utf8}). A letter without case counts as
     * small.
     */
    private static boolean beginsWord(String text, int at) {
      int here = text.codePointAt(at);
      int before = at == 0 ? ' ' : text.codePointBefore(at);
      if (!Character.isLetterOrDigit(here) || !Character.isLetterOrDigit(before)) {
        return Character.isLetterOrDigit(here);
      }
      if (Character.isDigit(here) || Character.isDigit(before)) {
        return Character.isDigit(here) != Character.isDigit(before);
      }
      int next = at + Character.charCount(here);
      int after = next < text.length() ? text.codePointAt(next) : ' ';
      return isCapital(here)
          && (!isCapital(before) || Character.isLetter(after) && !isCapital(after));
    }

    private static boolean isCapital(int codePoint) {
      return Character.isUpperCase(codePoint) || Character.isTitleCase(codePoint);
    }

    /**
     * Folds case like {@link String#regionMatches}: {@code ς} equals {@code σ}, in every language.
     */
    private static int folded(int codePoint) {
      return Character.toLowerCase(Character.toUpperCase(codePoint));
    }
  }

  /** How values are matched with the typed text. Projects write the names in lower case. */
  public enum MatchMode {
    /** The value starts with it. */
    PREFIX,
    /** The value contains it. */
    SUBSTRING,
    /** The value contains its characters in order, with anything in between. */
    FUZZY
  }
}
