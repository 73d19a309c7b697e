package dev.bullpen.posix.spawn;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The whole environment of a process to be, as execve(2) takes it: {@code NAME=value} in UTF-8,
 * each ended by NUL. What many processes have in common is encoded once.
 */
public final class EnvironmentBlock {
  private final Map<String, String> variables;
  private final byte[] bytes;
  private volatile Rest rest = new Rest(this, Set.of(), new byte[0]);

  /**
   * What this block has, and a common one without some names: those that are given another value
   * are the same ones for all processes that have both in common.
   */
  private record Rest(EnvironmentBlock common, Set<String> without, byte[] bytes) {}

  private EnvironmentBlock(Map<String, String> variables, byte[] bytes) {
    this.variables = variables;
    this.bytes = bytes;
  }

  /**
   * @throws IllegalArgumentException if a name or value is one no program can be given
   */
  public static EnvironmentBlock of(Map<String, String> variables) {
    Map<String, String> copy = new HashMap<>(variables);
    return new EnvironmentBlock(copy, encode(new byte[0], copy, Map.of()));
  }

  /**
   * What many processes have in common, and what one has of its own, and at last what this block
   * has; of several values for a name the last one counts.
   *
   * @return the bytes of a block: for a frame, or {@link #ofBytes}
   * @throws IllegalArgumentException if a name or value is one no program can be given
   */
  public byte[] bytesBehind(EnvironmentBlock common, Map<String, String> own) {
    return encode(rest(common, own.keySet()).bytes(), own, variables);
  }

  /** Done for each job, so nothing is made of the names while they are the same ones. */
  private Rest rest(EnvironmentBlock common, Set<String> names) {
    Rest known = rest;
    int replaced = 0;
    boolean same = known.common() == common;
    for (String name : names) {
      if (common.variables.containsKey(name)) {
        replaced++;
        same = same && known.without().contains(name);
      }
    }
    if (!same || replaced != known.without().size()) {
      known = without(common, names);
      rest = known;
    }
    return known;
  }

  private Rest without(EnvironmentBlock common, Set<String> names) {
    Map<String, String> left = new HashMap<>(common.variables);
    Set<String> replaced = new HashSet<>(names);
    replaced.retainAll(left.keySet());
    left.keySet().removeAll(replaced);
    return new Rest(common, replaced, encode(bytes, left, variables));
  }

  /** Whether a variable of that name is among them; not known of {@link #ofBytes}. */
  public boolean has(String name) {
    return variables.containsKey(name);
  }

  /**
   * A block somebody else has encoded.
   *
   * @throws IllegalArgumentException if it does not end where a variable ends
   */
  public static EnvironmentBlock ofBytes(byte[] bytes) {
    if (bytes.length > 0 && bytes[bytes.length - 1] != 0) {
      throw new IllegalArgumentException("the last variable has no end");
    }
    return new EnvironmentBlock(Map.of(), bytes);
  }

  byte[] bytes() {
    return bytes;
  }

  /**
   * @param begin what is encoded already
   * @param without whose names are not encoded
   */
  private static byte[] encode(
      byte[] begin, Map<String, String> variables, Map<String, String> without) {
    int length = 0;
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      length += variable.getKey().length() + variable.getValue().length() + 2;
    }
    StringBuilder text = new StringBuilder(length);
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      if (!without.containsKey(variable.getKey())) {
        check(variable.getKey(), variable.getValue());
        text.append(variable.getKey()).append('=').append(variable.getValue()).append('\0');
      }
    }
    byte[] encoded = text.toString().getBytes(StandardCharsets.UTF_8);
    byte[] block = Arrays.copyOf(begin, Math.addExact(begin.length, encoded.length));
    System.arraycopy(encoded, 0, block, begin.length, encoded.length);
    return block;
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
