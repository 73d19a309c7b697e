package dev.bullpen.json;

import java.nio.charset.StandardCharsets;

/** A part of a text. Neither a surrogate pair nor a character of UTF-8 is cut in two. */
public final class TextCut {
  /** The bits that distinguish the bytes of UTF-8, and their value within a character. */
  private static final int KIND = 0xc0;

  private static final int CONTINUATION = 0x80;

  /** Behind the first byte of a character. */
  private static final int MOST_CONTINUATIONS = 3;

  private TextCut() {}

  /** The text, or the beginning of one that has more code points. */
  public static String first(String text, int mostCodePoints) {
    boolean isShort =
        text.length() <= mostCodePoints || text.codePointCount(0, text.length()) <= mostCodePoints;
    return isShort ? text : text.substring(0, text.offsetByCodePoints(0, mostCodePoints));
  }

  /** The same, with dots behind the beginning. */
  public static String dotted(String text, int mostCodePoints) {
    String first = first(text, mostCodePoints);
    return first.length() == text.length() ? text : first + "...";
  }

  /** The text of the last of these bytes, without the rest of a character that was cut. */
  public static String last(byte[] utf8, int mostBytes) {
    int from = Math.max(0, utf8.length - mostBytes);
    if (utf8.length >= mostBytes) {
      int least = Math.min(utf8.length, from + MOST_CONTINUATIONS);
      while (from < least && continues(utf8[from])) {
        from++;
      }
    }
    return new String(utf8, from, utf8.length - from, StandardCharsets.UTF_8);
  }

  /** The text of these bytes, or of the first of them. */
  public static String first(byte[] utf8, int mostBytes) {
    int to = Math.min(utf8.length, mostBytes);
    int least = Math.max(0, to - MOST_CONTINUATIONS);
    while (to > least && to < utf8.length && continues(utf8[to])) {
      to--;
    }
    return new String(utf8, 0, to, StandardCharsets.UTF_8);
  }

  private static boolean continues(byte octet) {
    return (octet & KIND) == CONTINUATION;
  }
}
