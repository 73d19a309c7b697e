package dev.bullpen.project.script;

import dev.bullpen.json.Json;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The scalar arguments of a call as variables of their own: {@code MCP_ARG_} and the name as {@link
 * PlainVariables} puts it. Strings are as they are, numbers as they were written, booleans {@code
 * true} or {@code false}.
 *
 * <p>Null, arrays and objects have no variable, and neither has what no environment can carry. A
 * name that the tool declares is never mistaken for another the client has made up.
 */
public final class ArgumentVariables {
  static final String PREFIX = "MCP_ARG_";

  /**
   * Bytes of all of them together, as {@code NAME=value}; with what else a script is told this
   * stays far below what Linux allows a new process, 2 MiB where the stack is 8 (execve(2)).
   */
  static final int MAX_TOTAL_BYTES = 262_144;

  /** Characters of one value; a text that long is read from the JSON, which is in a file then. */
  static final int MAX_LENGTH = 65_536;

  private ArgumentVariables() {}

  /** The arguments of a tool. */
  public static Map<String, String> of(ObjectNode arguments, JsonNode inputSchema) {
    return of(arguments, inputSchema.path("properties").propertyNames());
  }

  /**
   * Arguments of any kind.
   *
   * @param declared names that no other argument is mistaken for
   */
  public static Map<String, String> of(ObjectNode arguments, Collection<String> declared) {
    if (arguments.isEmpty()) {
      return Map.of();
    }
    PlainVariables variables = new PlainVariables(PREFIX);
    for (Map.Entry<String, JsonNode> argument : arguments.properties()) {
      JsonNode value = argument.getValue();
      if (value.isNull() || value.isContainer()) {
        variables.reserve(argument.getKey());
      } else {
        variables.put(argument.getKey(), value.isString() ? value.stringValue() : Json.text(value));
      }
    }
    declared.forEach(variables::reserve);
    return bounded(variables.toMap());
  }

  private static Map<String, String> bounded(Map<String, String> variables) {
    Map<String, String> bounded = new TreeMap<>();
    int left = MAX_TOTAL_BYTES;
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      String value = variable.getValue();
      int bytes = EnvironmentValue.bytes(variable.getKey(), value);
      if (value.length() <= MAX_LENGTH
          && bytes <= Math.min(left, EnvironmentValue.MAX_BYTES)
          && EnvironmentValue.isCarriable(value)) {
        bounded.put(variable.getKey(), value);
        left -= bytes;
      }
    }
    return bounded;
  }
}
