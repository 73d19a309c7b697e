package dev.bullpen.posix.log;

/**
 * Text of clients, scripts and file names, made safe to show to people: on one line, with every
 * character escaped that is invisible, moves the cursor, or changes the order of text around it.
 */
public final class Shown {
  private static final int FIRST_VISIBLE = 0x20;
  private static final int LAST_OF_ASCII = 0x7e;
  private static final int LAST_OF_FOUR_DIGITS = 0xffff;

  private Shown() {}

  /** The same text if no character of it has to be escaped. */
  public static String of(String text) {
    int at = 0;
    while (at < text.length() && isPlain(text.charAt(at))) {
      at++;
    }
    return at == text.length() ? text : escaped(text);
  }

  /** At most so many characters, counted before they are escaped, and dots if the text is cut. */
  public static String of(String text, int most) {
    boolean isShort = text.length() <= most || text.codePointCount(0, text.length()) <= most;
    return isShort ? of(text) : of(text.substring(0, text.offsetByCodePoints(0, most))) + "...";
  }

  private static boolean isPlain(char c) {
    return c >= FIRST_VISIBLE && c <= LAST_OF_ASCII;
  }

  private static String escaped(String text) {
    StringBuilder shown = new StringBuilder(text.length() + 16);
    text.codePoints().forEach(point -> append(shown, point));
    return shown.toString();
  }

  private static void append(StringBuilder shown, int point) {
    switch (point) {
      case '\n' -> shown.append("\\n");
      case '\r' -> shown.append("\\r");
      case '\t' -> shown.append("\\t");
      default -> {
        if (isHidden(point)) {
          shown.append(name(point));
        } else {
          shown.appendCodePoint(point);
        }
      }
    }
  }

  /** A character in escaped form: with four digits or, if it needs more, with braces. */
  public static String name(int point) {
    return point <= LAST_OF_FOUR_DIGITS ? "\\u%04x".formatted(point) : "\\u{%x}".formatted(point);
  }

  /**
   * Whether it is a control, ends a line, changes the direction, has no width, or is no character.
   */
  public static boolean isHidden(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          true;
      default -> isBlankLetter(point) || isVariation(point);
    };
  }

  /** Letters and symbols that are drawn as blanks. */
  private static boolean isBlankLetter(int point) {
    return switch (point) {
      case 0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x2800, 0x3164, 0xffa0 -> true;
      default -> false;
    };
  }

  /** Variation selectors that no emoji needs. They can hide text. */
  private static boolean isVariation(int point) {
    return (point >= 0xfe00 && point <= 0xfe0e)
        || (point >= 0xe0100 && point <= 0xe01ef)
        || (point >= 0x180b && point <= 0x180f);
  }
}
