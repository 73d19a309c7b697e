package dev.bullpen.posix.spawn;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The environment of a process, as execve(2) takes it: texts in UTF-8, each ended by NUL. */
public final class EnvironmentBlock {
  private final byte[] bytes;

  private EnvironmentBlock(byte[] bytes) {
    this.bytes = bytes;
  }

  public static EnvironmentBlock of(Map<String, String> variables) {
    return new EnvironmentBlock(encode(variables));
  }

  /** A block that is encoded already. It must end where a variable ends. */
  public static EnvironmentBlock ofBytes(byte[] bytes) {
    if (bytes.length > 0 && bytes[bytes.length - 1] != 0) {
      throw new IllegalArgumentException("the last variable has no end");
    }
    return new EnvironmentBlock(bytes);
  }

  public byte[] bytes() {
    return bytes;
  }

  private static byte[] encode(Map<String, String> variables) {
    StringBuilder block = new StringBuilder();
    variables.forEach(
        (name, value) -> {
          check(name, value);
          block.append(name).append('=').append(value).append('\0');
        });
    return block.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void check(String name, String value) {
    if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("not a name of an environment variable: " + name);
    }
    if (value.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "value of " + name + " holds a NUL, which no program can be given");
    }
  }
}
