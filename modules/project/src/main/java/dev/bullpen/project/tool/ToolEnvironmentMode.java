package dev.bullpen.project.tool;

import dev.bullpen.project.script.VisibleEnvironment;
import dev.bullpen.project.setting.SwitchSetting;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How much of the server's own environment tools see: {@code MCPBASH_TOOL_ENV_MODE}; but see {@link
 * VisibleEnvironment} for what is kept back.
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

  private static final VisibleEnvironment VISIBLE =
      new VisibleEnvironment(Set.of("PATH", "HOME", "TMPDIR", "LANG"), List.of("MCPBASH_"));

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
        this == ALLOWLIST ? VisibleEnvironment.listed("MCPBASH_TOOL_ENV_ALLOWLIST", env) : Set.of();
    return VISIBLE.of(env, name -> this == INHERIT || allowed.contains(name));
  }
}
