package dev.bullpen.posix.spawn;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The environment of a process, as execve(2) takes it: texts in UTF-8, each ended by NUL. */
public final class EnvironmentBlock {
  /** Variables by name, as they stand in the block: most are the same for each process. */
  private final Map<String, byte[]> variables;

  private final byte[] bytes;

  private EnvironmentBlock(Map<String, byte[]> variables, byte[] bytes) {
    this.variables = variables;
    this.bytes = bytes;
  }

  /**
   * @throws IllegalArgumentException if a name or value is one no program can be given
   */
  public static EnvironmentBlock of(Map<String, String> variables) {
    Map<String, byte[]> encoded = new HashMap<>();
    add(variables, encoded);
    return new EnvironmentBlock(encoded, join(encoded));
  }

  /**
   * A block that has been encoded before.
   *
   * @throws IllegalArgumentException if it does not end where a variable ends
   */
  public static EnvironmentBlock ofBytes(byte[] bytes) {
    if (bytes.length > 0 && bytes[bytes.length - 1] != 0) {
      throw new IllegalArgumentException("the last variable has no end");
    }
    return new EnvironmentBlock(Map.of(), bytes);
  }

  /**
   * What many processes have in common, what one has of its own, and at last what this block has;
   * of several values for a name the last one counts.
   *
   * @return the bytes of a block: for a frame, or {@link #ofBytes}
   * @throws IllegalArgumentException if a name or value is one no program can be given
   */
  public byte[] bytesBehind(EnvironmentBlock common, Map<String, String> own) {
    Map<String, byte[]> all = new HashMap<>(common.variables);
    add(own, all);
    all.putAll(variables);
    return join(all);
  }

  /** Whether a variable of that name is among them; not known of {@link #ofBytes}. */
  public boolean has(String name) {
    return variables.containsKey(name);
  }

  byte[] bytes() {
    return bytes;
  }

  private static void add(Map<String, String> variables, Map<String, byte[]> encoded) {
    variables.forEach(
        (name, value) -> {
          check(name, value);
          StringBuilder entry = new StringBuilder(name.length() + value.length() + 2);
          entry.append(name).append('=').append(value).append('\0');
          encoded.put(name, entry.toString().getBytes(StandardCharsets.UTF_8));
        });
  }

  private static byte[] join(Map<String, byte[]> encoded) {
    int length = 0;
    for (byte[] entry : encoded.values()) {
      length += entry.length;
    }
    ByteBuffer block = ByteBuffer.allocate(length);
    encoded.values().forEach(block::put);
    return block.array();
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
