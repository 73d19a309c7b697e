package dev.bullpen.project.file;

import java.nio.charset.StandardCharsets;

/** Bytes of a script or file as one line of ASCII that is safe to log. */
public final class EscapedBytes {
  /** How many bytes are shown; enough to recognise an error message or a page of HTML. */
  public static final int MAX_SHOWN = 256;

  private EscapedBytes() {}

  public static String of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The first {@value #MAX_SHOWN} bytes, followed by dots if there are more. */
  public static String of(byte[] bytes) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < Math.min(bytes.length, MAX_SHOWN); i++) {
      int b = bytes[i] & 0xff;
      switch (b) {
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case '\\' -> out.append("\\\\");
        default -> {
          if (b >= 0x20 && b < 0x7f) {
            out.append((char) b);
          } else {
            out.append("\\x%02x".formatted(b));
          }
        }
      }
    }
    return bytes.length > MAX_SHOWN ? out.append("...").toString() : out.toString();
  }
}
