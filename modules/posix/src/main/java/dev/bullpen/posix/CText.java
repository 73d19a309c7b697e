package dev.bullpen.posix;

import java.nio.charset.StandardCharsets;

/** Text as C functions take it: UTF-8, ended by NUL. */
final class CText {
  private CText() {}

  static byte[] of(String text) {
    return (text + "\0").getBytes(StandardCharsets.UTF_8);
  }
}
