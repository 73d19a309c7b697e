package dev.bullpen.match;

import java.nio.charset.StandardCharsets;

/**
 * One look for what was typed through the values of an index.
 *
 * <p>Cheapest first: the letters of a value rule most of them out, the order of its bytes most of
 * the rest; how well the remaining ones fit is only found out as far as the selection still tells
 * their places apart.
 */
final class Matcher {
  private static final int NONE = -1;

  private final MatchIndex index;
  private final byte[] text;
  private final int[] starts;
  private final long[] letters;
  private final long[] wordStarts;
  private final byte[] typed;
  private final byte[] query;
  private final long wanted;
  private final MatchMode mode;
  private final Humps humps;

  /** Whether having the letter is all there is to it. */
  private final boolean oneLetter;

  Matcher(MatchIndex index, String typed, FoldedText folded, MatchMode mode) {
    this.index = index;
    this.text = index.text();
    this.starts = index.starts();
    this.letters = index.letters();
    this.wordStarts = index.wordStarts();
    this.typed = typed.getBytes(StandardCharsets.UTF_8);
    this.query = folded.bytes();
    this.wanted = folded.letters();
    this.mode = mode;
    this.humps = new Humps(query);
    this.oneLetter = query.length == 1 && Letters.isAlone(query[0]);
  }

  /** Offer the values between two numbers to a selection. */
  void match(int first, int end, Selection selection) {
    long needed = wanted;
    for (int value = first; value < end; value++) {
      if (oneLetter && selection.bound() <= Rank.WORD.place() && mode != MatchMode.PREFIX) {
        matchLetter(value, end, selection);
        return;
      }
      if ((letters[value] & needed) == needed) {
        int place = place(value, selection.bound());
        if (place != NONE) {
          selection.add(value, place);
        }
      }
    }
  }

  /** The same when only those that begin with the one letter can still have a better place. */
  private void matchLetter(int first, int end, Selection selection) {
    long needed = wanted;
    byte letter = query[0];
    int others = 0;
    for (int value = first; value < end; value++) {
      if ((letters[value] & needed) == needed) {
        if (text[starts[value]] == letter) {
          selection.add(value, place(value, selection.bound()));
        } else {
          others++;
        }
      }
    }
    selection.count(others);
  }

  /**
   * How well a value fits, {@link #NONE} if not at all.
   *
   * @param bound from here on any place will do
   */
  private int place(int value, int bound) {
    int from = starts[value];
    int to = letters[value] < 0 ? index.end(value) : starts[value + 1];
    if (to - from < query.length) {
      return NONE;
    }
    if (isAt(from)) {
      return beginning(value, to - from == query.length);
    }
    return switch (mode) {
      case PREFIX -> NONE;
      case SUBSTRING -> substring(from, to, bound);
      case FUZZY -> fuzzy(from, to, bound);
    };
  }

  private int beginning(int value, boolean whole) {
    boolean asTyped = index.beginsWith(value, typed);
    if (whole) {
      return (asTyped ? Rank.WHOLE_AS_TYPED : Rank.WHOLE).place();
    }
    return (asTyped ? Rank.START_AS_TYPED : Rank.START).place();
  }

  private int substring(int from, int to, int bound) {
    boolean anyWillDo = bound <= Rank.WORD.place();
    int found = NONE;
    byte head = query[0];
    int last = to - query.length;
    for (int at = from + 1; at <= last; at++) {
      if (text[at] == head && isAt(at)) {
        if (anyWillDo || MatchIndex.has(wordStarts, at)) {
          return Rank.WORD.place();
        }
        found = Rank.INSIDE.place();
      }
    }
    return found;
  }

  private int fuzzy(int from, int to, int bound) {
    int last = lastOfScattered(from, to);
    if (last == NONE || bound <= Rank.WORD.place()) {
      return last == NONE ? NONE : bound;
    }
    int place = substring(from, to, bound);
    if (place != NONE || bound <= Rank.HUMPS.place()) {
      return place == NONE ? bound : place;
    }
    if (humps.fit(text, wordStarts, from, to)) {
      return Rank.HUMPS.place();
    }
    return bound <= Rank.SCATTERED.place() ? bound : Rank.scattered(last + 1 - stretchStart(last));
  }

  /** Whether the query is at an offset, in a value that has as many bytes left. */
  private boolean isAt(int at) {
    for (int i = 0; i < query.length; i++) {
      if (text[at + i] != query[i]) {
        return false;
      }
    }
    return true;
  }

  /** Where the characters of the query, each as early as can be, end: offset of the last byte. */
  private int lastOfScattered(int from, int to) {
    int at = from;
    int next = 0;
    while (next < query.length) {
      byte lead = query[next];
      int last = to - (query.length - next);
      while (at <= last && text[at] != lead) {
        at++;
      }
      if (at > last) {
        return NONE;
      }
      if (lead >= 0) {
        at++;
        next++;
      } else {
        int length = characterAt(at, next);
        at += length == 0 ? 1 : length;
        next += length;
      }
    }
    return at - 1;
  }

  /** Bytes of a character of the query if that is at an offset, else 0. */
  private int characterAt(int at, int next) {
    int length = 1;
    while (next + length < query.length && isContinuation(query[next + length])) {
      if (text[at + length] != query[next + length]) {
        return 0;
      }
      length++;
    }
    return length;
  }

  private static boolean isContinuation(byte octet) {
    return (octet & 0xc0) == 0x80;
  }

  /** Where, going back from the last of them, the characters of the query begin. */
  private int stretchStart(int last) {
    int at = last;
    int next = query.length;
    while (next > 0) {
      int begin = next - 1;
      while (isContinuation(query[begin])) {
        begin--;
      }
      int length = next - begin;
      at -= length - 1;
      while (text[at] != query[begin] || length > 1 && characterAt(at, begin) == 0) {
        at--;
      }
      next = begin;
      at--;
    }
    return at + 1;
  }
}
