package dev.bullpen.helper.host;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** A job's environment as a map. */
final class EnvironmentVariables {
  private EnvironmentVariables() {}

  /**
   * Of {@code NAME=value} texts, each ended by NUL; of two with one name the first counts, as for
   * getenv(3).
   */
  static Map<String, String> of(byte[] block) {
    Map<String, String> variables = new HashMap<>();
    for (int from = 0; from < block.length; ) {
      int equals = from;
      while (block[equals] != '=') {
        equals++;
      }
      int end = equals + 1;
      while (block[end] != 0) {
        end++;
      }
      variables.putIfAbsent(
          new String(block, from, equals - from, StandardCharsets.UTF_8),
          new String(block, equals + 1, end - equals - 1, StandardCharsets.UTF_8));
      from = end + 1;
    }
    return variables;
  }
}
