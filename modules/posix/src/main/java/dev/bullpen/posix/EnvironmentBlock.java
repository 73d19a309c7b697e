package dev.bullpen.posix;

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
  private volatile Rest rest = new Rest(Set.of(), new byte[0]);

  /**
   * What is left of a block without some names. Those that are given another value are the same
   * ones for all processes that have the block in common.
   */
  private record Rest(Set<String> without, byte[] bytes) {}

  private EnvironmentBlock(Map<String, String> variables, byte[] bytes) {
    this.variables = variables;
    this.bytes = bytes;
  }

  /**
   * @throws IllegalArgumentException if a name or value is one no program can be given
   */
  public static EnvironmentBlock of(Map<String, String> variables) {
    Map<String, String> copy = Map.copyOf(variables);
    return new EnvironmentBlock(copy, encode(new byte[0], copy));
  }

  /**
   * What this block has, and more; of two values for a name the new one counts.
   *
   * @return the bytes of a block: for a frame, or {@link #ofBytes}
   * @throws IllegalArgumentException if a name or value is one no program can be given
   */
  public byte[] bytesWith(Map<String, String> more) {
    return encode(without(more.keySet()), more);
  }

  /** Done for each job, so nothing is made of the names while they are the same ones. */
  private byte[] without(Set<String> names) {
    Rest known = rest;
    int replaced = 0;
    boolean same = true;
    for (String name : names) {
      if (variables.containsKey(name)) {
        replaced++;
        same &= known.without().contains(name);
      }
    }
    if (replaced == 0) {
      return bytes;
    }
    if (!same || replaced != known.without().size()) {
      known = rest(names);
      rest = known;
    }
    return known.bytes();
  }

  private Rest rest(Set<String> names) {
    Set<String> replaced = new HashSet<>(names);
    replaced.retainAll(variables.keySet());
    Map<String, String> left = new HashMap<>(variables);
    left.keySet().removeAll(replaced);
    return new Rest(replaced, encode(new byte[0], left));
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

  private static byte[] encode(byte[] begin, Map<String, String> variables) {
    int length = 0;
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      length += variable.getKey().length() + variable.getValue().length() + 2;
    }
    StringBuilder text = new StringBuilder(length);
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      check(variable.getKey(), variable.getValue());
      text.append(variable.getKey()).append('=').append(variable.getValue()).append('\0');
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
