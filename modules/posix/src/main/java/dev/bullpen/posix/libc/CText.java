package dev.bullpen.posix.libc;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Texts and names of files as C functions take them, ended by NUL. */
public final class CText {
  private static final int HEX = 16;
  private static final int HEX_DIGITS = 2;

  private CText() {}

  /** In UTF-8. */
  public static byte[] of(String text) {
    return (text + "\0").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * The path's own bytes, which need not be text. The JVM keeps them, but its text may have others,
   * depending on the locale. A URI shows each byte that is not ASCII by its value.
   */
  public static byte[] of(Path path) {
    String text = path.toString();
    boolean isAscii = text.chars().allMatch(character -> character <= 0x7f);
    return isAscii ? of(text) : bytes(path.toUri().getRawPath());
  }

  private static byte[] bytes(String escaped) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(escaped.length());
    int end = escaped.endsWith("/") ? escaped.length() - 1 : escaped.length(); // a folder
    for (int i = 0; i < end; i++) {
      char character = escaped.charAt(i);
      if (character == '%') {
        bytes.write(Integer.parseInt(escaped, i + 1, i + 1 + HEX_DIGITS, HEX));
        i += HEX_DIGITS;
      } else {
        bytes.write(character);
      }
    }
    bytes.write(0);
    return bytes.toByteArray();
  }
}
