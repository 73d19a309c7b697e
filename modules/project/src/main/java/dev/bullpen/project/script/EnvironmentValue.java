package dev.bullpen.project.script;

import dev.bullpen.json.Json;
import java.nio.charset.StandardCharsets;

/** What the environment of a process can carry. */
public final class EnvironmentValue {
  /**
   * Bytes of one {@code NAME=value} and its final NUL that Linux still passes on: 32 pages of 4
   * KiB, see execve(2), "Limits on size of arguments and environment".
   */
  public static final int MAX_BYTES = 131_072;

  private EnvironmentValue() {}

  public static boolean fits(String name, String value) {
    return bytes(name, value) <= MAX_BYTES;
  }

  /** Bytes of {@code NAME=value} and its final NUL; the name is ASCII. */
  static int bytes(String name, String value) {
    // UTF-8 is never shorter than UTF-16 counts, so what is far too long need not be encoded.
    return value.length() > MAX_BYTES
        ? value.length()
        : name.length() + value.getBytes(StandardCharsets.UTF_8).length + 2;
  }

  /** Whether a text can be carried unchanged: no NUL ends it early, and UTF-8 can hold it. */
  public static boolean isCarriable(String value) {
    return value.indexOf('\0') < 0 && !Json.hasLoneSurrogate(value);
  }
}
