package dev.bullpen.wire;

import java.io.IOException;

/** The bytes are not frames; the message quotes the first of them. */
public final class FrameException extends IOException {
  FrameException(String message) {
    super(message);
  }

  /** At most {@code bytes} bytes, those that are not printable as \xNN. */
  static String quote(byte[] bytes) {
    StringBuilder text = new StringBuilder("\"");
    for (byte b : bytes) {
      if (b >= 0x20 && b < 0x7f && b != '"' && b != '\\') {
        text.append((char) b);
      } else {
        text.append("\\x%02x".formatted(b & 0xff));
      }
    }
    return text.append('"').toString();
  }
}
