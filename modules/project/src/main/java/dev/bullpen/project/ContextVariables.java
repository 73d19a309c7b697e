package dev.bullpen.project;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Resolved arguments as variables of their own, so that a script needs no JSON for them.
 *
 * <p>{@code MCP_COMPLETION_CONTEXT_} and the name with {@code a-z} in upper case and every
 * character that is not a letter of ASCII, a digit or an underscore replaced by an underscore.
 * Names that become the same, and an empty one, are left to the JSON: a wrong value is worse than
 * none.
 */
final class ContextVariables {
  static final String PREFIX = "MCP_COMPLETION_CONTEXT_";

  private ContextVariables() {}

  static Map<String, String> of(Map<String, String> context) {
    Map<String, String> variables = new TreeMap<>();
    Set<String> clashing = new HashSet<>();
    context.forEach(
        (name, value) -> {
          if (!name.isEmpty() && variables.putIfAbsent(variable(name), value) != null) {
            clashing.add(variable(name));
          }
        });
    variables.keySet().removeAll(clashing);
    return variables;
  }

  private static String variable(String name) {
    StringBuilder variable = new StringBuilder(PREFIX);
    name.codePoints().forEach(c -> variable.append(mapped(c)));
    return variable.toString();
  }

  private static char mapped(int c) {
    if (c >= 'a' && c <= 'z') {
      return (char) (c - 'a' + 'A');
    }
    return c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ? (char) c : '_';
  }
}
