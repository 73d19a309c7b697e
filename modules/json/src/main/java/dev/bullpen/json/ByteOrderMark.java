package dev.bullpen.json;

import java.util.Arrays;

/**
 * The byte order mark that some programs write before UTF-8, where it has no meaning. It is skipped
 * before the text of a project's author or script.
 */
public final class ByteOrderMark {
  private static final byte[] UTF_8 = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  static final String CHARACTER = "\ufeff";

  public static final int BYTES = UTF_8.length;

  private ByteOrderMark() {}

  public static boolean isBefore(byte[] text) {
    return text.length >= BYTES && Arrays.equals(text, 0, BYTES, UTF_8, 0, BYTES);
  }

  /** The text without the mark; the same array if there is none. */
  public static byte[] skip(byte[] text) {
    return isBefore(text) ? Arrays.copyOfRange(text, BYTES, text.length) : text;
  }

  static String skip(String text) {
    return text.startsWith(CHARACTER) ? text.substring(CHARACTER.length()) : text;
  }
}
