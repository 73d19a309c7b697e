package dev.bullpen.project.tool;

import dev.bullpen.project.script.CuratedEnvironment;
import dev.bullpen.project.script.RemoteToken;
import dev.bullpen.project.setting.SwitchSetting;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How much of the server's own environment tools see: {@code MCPBASH_TOOL_ENV_MODE}.
 *
 * <p>The secret of remote access is kept back in every mode, and so is what an enclosing server
 * told its own script.
 */
enum ToolEnvironmentMode {
  /** {@code PATH, HOME, TMPDIR, LANG} and what belongs to the contract; the default. */
  MINIMAL,
  /** The names in {@code MCPBASH_TOOL_ENV_ALLOWLIST} as well. */
  ALLOWLIST,
  /** Everything, if {@code MCPBASH_TOOL_ENV_INHERIT_ALLOW=true} permits it. */
  INHERIT;

  /** Why a mode that is not permitted has no script run; fit for a client. */
  static final String NOT_PERMITTED =
      "Scripts are not run: MCPBASH_TOOL_ENV_MODE=inherit is not permitted."
          + " Set MCPBASH_TOOL_ENV_INHERIT_ALLOW=true to permit it, or use minimal or allowlist.";

  private static final Set<String> KEPT = Set.of("PATH", "HOME", "TMPDIR", "LANG");
  private static final String[] KEPT_PREFIXES = {"MCP_", "MCPBASH_"};
  private static final String[] OURS_TO_SAY = {
    "MCP_TOOL_",
    "MCP_ARG_",
    "MCP_PROGRESS_",
    "MCP_LOG_STREAM",
    "MCP_CANCEL_FILE",
    "MCP_ROOTS_",
    "MCP_ELICIT_REQUEST_",
    "MCP_ELICIT_RESPONSE_",
    "MCP_ELICIT_SUPPORTED",
    "MCP_SAMPLE_",
    "MCP_INPUT_RESPONSES_",
    "MCP_REQUEST_STATE_",
    "MCP_LIST_CHANGED_FILE",
    "MCP_POLICY_",
    "MCP_COMPLETION_",
    "MCP_PROMPT_",
    "MCP_RESOURCE_"
  };

  /** The mode an environment asks for; what is no mode means the narrowest. */
  static ToolEnvironmentMode of(Map<String, String> env) {
    return switch (env.getOrDefault("MCPBASH_TOOL_ENV_MODE", "")) {
      case "allowlist" -> ALLOWLIST;
      case "inherit" -> INHERIT;
      default -> MINIMAL;
    };
  }

  boolean isPermitted(Map<String, String> env) {
    return this != INHERIT || SwitchSetting.TOOL_ENV_INHERIT_ALLOW.isOn(env);
  }

  /** The part of an environment that tools see. */
  Map<String, String> visible(Map<String, String> env) {
    Set<String> allowed =
        this == ALLOWLIST
            ? Set.copyOf(
                Arrays.asList(env.getOrDefault("MCPBASH_TOOL_ENV_ALLOWLIST", "").split("[\\s,]+")))
            : Set.of();
    Map<String, String> visible = new TreeMap<>();
    env.forEach(
        (name, value) -> {
          boolean keptBack =
              RemoteToken.isToldBy(name, value, env)
                  || CuratedEnvironment.startsWithAny(name, OURS_TO_SAY);
          boolean shown =
              this == INHERIT
                  || KEPT.contains(name)
                  || allowed.contains(name)
                  || CuratedEnvironment.startsWithAny(name, KEPT_PREFIXES);
          if (shown && !keptBack) {
            visible.put(name, value);
          }
        });
    return visible;
  }
}
