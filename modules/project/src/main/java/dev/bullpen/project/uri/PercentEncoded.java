package dev.bullpen.project.uri;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/** Text with percent escapes (RFC 3986, section 2.1). */
public final class PercentEncoded {
  private static final HexFormat UPPER_CASE = HexFormat.of().withUpperCase();

  private PercentEncoded() {}

  /**
   * The text without its escapes, decoded exactly once; empty when an escape is broken or when the
   * bytes are not UTF-8, overlong forms included.
   */
  public static Optional<String> decode(String escaped) {
    if (escaped.indexOf('%') < 0) {
      return Optional.of(escaped);
    }
    for (int i = escaped.indexOf('%'); i >= 0; i = escaped.indexOf('%', i + 1)) {
      if (!isEscape(escaped, i)) {
        return Optional.empty();
      }
    }
    return utf8(bytes(escaped));
  }

  /** A character as the escapes of its bytes in UTF-8. */
  static String escaped(int codePoint) {
    StringBuilder escapes = new StringBuilder();
    for (byte octet : Character.toString(codePoint).getBytes(StandardCharsets.UTF_8)) {
      escapes.append('%').append(UPPER_CASE.toHexDigits(octet));
    }
    return escapes.toString();
  }

  /** The bytes of a text without its escapes, none of which is broken. */
  public static byte[] bytes(String escaped) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(escaped.length());
    for (int i = 0; i < escaped.length(); i++) {
      if (escaped.charAt(i) == '%') {
        bytes.write(HexFormat.fromHexDigits(escaped, i + 1, i + 3));
        i += 2;
      } else {
        int codePoint = escaped.codePointAt(i);
        bytes.writeBytes(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
        i += Character.charCount(codePoint) - 1;
      }
    }
    return bytes.toByteArray();
  }

  /** Whether {@code %} and two hexadecimal digits stand at an index. */
  static boolean isEscape(String text, int at) {
    return at + 3 <= text.length()
        && text.charAt(at) == '%'
        && HexFormat.isHexDigit(text.charAt(at + 1))
        && HexFormat.isHexDigit(text.charAt(at + 2));
  }

  /** Bytes as text; empty when they are not UTF-8. */
  public static Optional<String> utf8(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
