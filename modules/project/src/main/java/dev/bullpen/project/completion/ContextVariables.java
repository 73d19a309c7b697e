package dev.bullpen.project.completion;

import dev.bullpen.project.script.PlainVariables;
import java.util.Map;

/**
 * Resolved arguments as variables of their own, {@code MCP_COMPLETION_CONTEXT_} and the name as
 * {@link PlainVariables} puts it.
 */
final class ContextVariables {
  static final String PREFIX = "MCP_COMPLETION_CONTEXT_";

  private ContextVariables() {}

  static Map<String, String> of(Map<String, String> context) {
    PlainVariables variables = new PlainVariables(PREFIX);
    context.forEach(variables::put);
    return variables.toMap();
  }
}
