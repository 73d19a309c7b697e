package dev.bullpen.project.script;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The variables in which a server, this one or mcp-bash, tells a script about one job.
 *
 * <p>Where a script finds one of them, it is this server that has told it: a server around this one
 * may have told others to its own script, which has started this one, and a file to report errors
 * in, or arguments, are nobody else's. Any other variable is the operator's, whatever it begins
 * with.
 */
public final class ToldVariables {
  /**
   * What may be too long for a variable: each is told in {@code NAME_JSON} or {@code NAME_FILE}.
   */
  private static final List<String> PAYLOADS =
      List.of(
          "MCP_TOOL_ARGS",
          "MCP_TOOL_META",
          "MCP_TOOL_METADATA",
          "MCP_INPUT_RESPONSES",
          "MCP_REQUEST_STATE",
          "MCP_ROOTS",
          "MCP_PROMPT_ARGS",
          "MCP_PROMPT_METADATA",
          "MCP_COMPLETION_ARGS",
          "MCP_RESOURCE_TEMPLATE_VARS",
          "MCP_POLICY_METADATA");

  private static final List<String> OTHERS =
      List.of(
          "MCP_TOOL_NAME",
          "MCP_TOOL_PATH",
          "MCP_TOOL_ERROR_FILE",
          "MCP_TOOL_RESOURCES_FILE",
          "MCP_PROGRESS_TOKEN",
          "MCP_PROGRESS_TOKEN_JSON",
          "MCP_PROGRESS_STREAM",
          "MCP_LOG_STREAM",
          "MCP_LIST_CHANGED_FILE",
          "MCP_CANCEL_FILE",
          "MCP_ROOTS_PATHS",
          "MCP_ROOTS_COUNT",
          "MCP_CLIENT_CAN",
          "MCPBASH_CLIENT_SUPPORTS_UI",
          "MCP_ELICIT_SUPPORTED",
          "MCP_ELICIT_REQUEST_FILE",
          "MCP_ELICIT_RESPONSE_FILE",
          "MCP_SAMPLE_SUPPORTED",
          "MCP_SAMPLE_REQUEST_FILE",
          "MCP_SAMPLE_RESPONSE_FILE",
          "MCP_PROMPT_NAME",
          "MCP_PROMPT_PATH",
          "MCP_PROMPT_REL_PATH",
          "MCP_PROMPT_METADATA",
          "MCP_RESOURCE_PATH",
          "MCP_RESOURCE_REL_PATH",
          "MCP_RESOURCE_URI",
          "MCP_RESOURCE_PROVIDER",
          "MCP_RESOURCE_METADATA",
          "MCP_RESOURCE_TEMPLATE_NAME",
          "MCP_RESOURCE_TEMPLATE_VARS",
          "MCP_COMPLETION_NAME",
          "MCP_COMPLETION_ARGS_HASH",
          "MCP_COMPLETION_LIMIT",
          "MCP_COMPLETION_OFFSET",
          "MCP_COMPLETION_CURSOR",
          "MCP_COMPLETION_REF",
          "MCP_COMPLETION_REF_TYPE",
          "MCP_COMPLETION_ARGUMENT",
          "MCP_COMPLETION_QUERY",
          "MCP_POLICY_TOOL_NAME",
          "MCP_POLICY_DEFAULT");

  /** Ways to the inside of mcp-bash, which it tells each of its jobs. */
  private static final List<String> OF_MCP_BASH =
      List.of(
          "MCPBASH_WORKER_KEY",
          "MCPBASH_DIRECT_FD",
          "MCP_UI_REGISTRY_HASH",
          "MCP_UI_REGISTRY_PATH");

  /** What is followed by a name that an author or a client has chosen. */
  private static final List<String> PREFIXES =
      List.of(ArgumentVariables.PREFIX, "MCP_RESOURCE_VAR_", "MCP_COMPLETION_CONTEXT_");

  private static final Set<String> NAMES = names();

  private ToldVariables() {}

  /** Whether a variable of that name tells of a job. */
  public static boolean has(String name) {
    return NAMES.contains(name) || PREFIXES.stream().anyMatch(name::startsWith);
  }

  private static Set<String> names() {
    Set<String> names = new TreeSet<>(OTHERS);
    names.addAll(OF_MCP_BASH);
    for (String payload : PAYLOADS) {
      names.add(payload + "_JSON");
      names.add(payload + "_FILE");
    }
    return Set.copyOf(names);
  }
}
