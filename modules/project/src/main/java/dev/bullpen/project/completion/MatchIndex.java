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

/** Values, ready to be searched for what a user has typed. Immutable. */
public final class MatchIndex {
  /** Bytes of two strings beside their characters, and of what refers to them while it is made. */
  static final int VALUE_BYTES = 120;

  /** Values, and characters of all of them, that are searched in a few milliseconds. */
  private static final int QUICK_VALUES = 5_000;

  private static final int QUICK_CHARACTERS = 250_000;

  private final List<String> values;

  /** Of each value its {@link #plain} form, mostly the same object. */
  private final List<String> plain;

  private final long characters;

  private MatchIndex(List<String> values, List<String> plain, long characters) {
    this.values = values;
    this.plain = plain;
    this.characters = characters;
  }

  /** Prepare values, in their order; repetitions and what is no text are left out. */
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

  /** What it takes of the heap, at most: characters beyond Latin-1 take two bytes. */
  long bytes() {
    return bytes(values.size(), characters);
  }

  private static long bytes(long values, long characters) {
    return Character.BYTES * characters + VALUE_BYTES * values;
  }

  /** Whether there are so few that a search keeps no other request waiting. */
  boolean isQuick() {
    return values.size() <= QUICK_VALUES && characters <= QUICK_CHARACTERS;
  }

  /**
   * The values that fit, best first; of one place in the order they were given.
   *
   * @param typed nothing fits everything
   * @param from how many of them to leave out, of the best
   * @param count how many are wanted after those
   */
  public Matches find(String typed, MatchMode mode, int from, int count) {
    Query query = new Query(typed, mode);
    long[] ranked = new long[values.size()]; // the place above the position: sorted by both
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
   * Some of the values that fit, best first.
   *
   * @param values none twice
   * @param total how many fit in all
   */
  public record Matches(List<String> values, int total) {}

  /** Prepares values one by one; a value that is there already is not added again. */
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

    /** Add a value; false if there is no room for it, or it has half a surrogate pair. */
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
   * A text as it is compared, but for case: after compatibility decomposition (NFKD, so that {@code
   * ﬁ} is {@code fi}), without the marks U+0300 to U+036F (so that {@code malaga} finds {@code
   * Málaga}; the vowel signs of other scripts stay). The same object where nothing changes.
   */
  private static String plain(String text) {
    // Most texts are ASCII, and the tables that the others need take milliseconds to load.
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
    /** The place of a value that does not fit. */
    static final int NONE = Integer.MAX_VALUE;

    /** Best first; a value has the first that applies. */
    private enum Rank {
      WHOLE_AS_TYPED,
      /** It is what was typed, but for case and marks. */
      WHOLE,
      START_AS_TYPED,
      /** It begins with what was typed, but for case and marks: {@code fo} and {@code Foo}. */
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

    private static final int ASCII = 0x80;

    /** Characters of what was typed, a bit each; a longer text is no abbreviation. */
    private static final int MOST_HUMPS = Long.SIZE;

    private final String typed;
    private final MatchMode mode;
    private final String wanted;
    private final int[] characters;

    /** Of each folded ASCII character, the positions in what is wanted, a bit each. */
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

    /** Where a folded character stands in what is wanted, a bit for each position. */
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

    /** The place of a value among all, {@link #NONE} if it does not fit. */
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
     * Characters from the first to the last wanted one: each as early as can be, then, from the
     * last one back, each as late as can be. 0 if they are not there in their order.
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
     * Whether what was typed is put together from beginnings of words, one or more characters of
     * each. All ways of taking it apart are followed at once, each as a bit: after every character
     * of the value a bit says whether the first so many wanted ones have been found, ending at just
     * this one or at an earlier one. From an earlier one it goes on at a word's beginning only.
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
     * Whether a word begins: at a letter or digit after something else ({@code my-file}), at a
     * capital after a small letter ({@code fooBar}), at the last of several capitals ({@code
     * HTTPServer}), and where letters and digits meet ({@code utf8}). A letter without case is a
     * small one.
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

    /** As {@link String#regionMatches} compares: {@code ς} is {@code σ}, in every language. */
    private static int folded(int codePoint) {
      return Character.toLowerCase(Character.toUpperCase(codePoint));
    }
  }

  /** How loosely a value may fit what was typed. Projects write the names in lower case. */
  public enum MatchMode {
    /** It begins with it. */
    PREFIX,
    /** It holds it somewhere. */
    SUBSTRING,
    /** It holds its characters in their order, with anything between them. */
    FUZZY
  }
}
