package dev.bullpen.project.setting;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the operator may switch on or off. A word that is neither counts as not set. {@link
 * OperatorSettings#problems} says so.
 */
public enum SwitchSetting {
  ALLOW_PROJECT_HOOKS("MCPBASH_ALLOW_PROJECT_HOOKS", false),
  /** Whether the registry's files are served instead of the folders. */
  STATIC_REGISTRY("MCPBASH_STATIC_REGISTRY", false),
  /** Whether they are left as they are. */
  REGISTRY_REFRESH_NO_WRITE("MCPBASH_REGISTRY_REFRESH_NO_WRITE", false),
  TOOL_ENV_INHERIT_ALLOW("MCPBASH_TOOL_ENV_INHERIT_ALLOW", false),
  PROVIDER_ENV_INHERIT_ALLOW("MCPBASH_PROVIDER_ENV_INHERIT_ALLOW", false),
  /** Whether {@code env} of {@code server.meta.json} is left aside. */
  IGNORE_META_ENV("MCPBASH_IGNORE_META_ENV", false),
  ENABLE_GIT_PROVIDER("MCPBASH_ENABLE_GIT_PROVIDER", false),
  /** Whether every host may be read over https, which its script reads for itself. */
  HTTPS_ALLOW_ALL("MCPBASH_HTTPS_ALLOW_ALL", false),
  /** Whether scripts are told of no JSON tool. */
  FORCE_MINIMAL("MCPBASH_FORCE_MINIMAL", false),
  /** Whether root's scripts are told of the tool the environment names. */
  ALLOW_JSON_TOOL_OVERRIDE_FOR_ROOT("MCPBASH_ALLOW_JSON_TOOL_OVERRIDE_FOR_ROOT", false),
  /** Whether progress begins a tool's time anew if its metadata does not say. */
  PROGRESS_EXTENDS_TIMEOUT("MCPBASH_PROGRESS_EXTENDS_TIMEOUT", false),
  TOOL_STDERR_CAPTURE("MCPBASH_TOOL_STDERR_CAPTURE", true);

  private static final Set<String> YES = Set.of("true", "1", "yes", "on");
  private static final Set<String> NO = Set.of("false", "0", "no", "off");

  private final String variable;
  private final boolean otherwise;

  SwitchSetting(String variable, boolean otherwise) {
    this.variable = variable;
    this.otherwise = otherwise;
  }

  public boolean isOn(Map<String, String> env) {
    String word = word(env);
    return otherwise ? !NO.contains(word) : YES.contains(word);
  }

  /** What is wrong with what is set, and what is done instead. */
  Optional<String> problem(Map<String, String> env) {
    String word = word(env);
    return word.isEmpty() || YES.contains(word) || NO.contains(word)
        ? Optional.empty()
        : Optional.of(
            OperatorSettings.problem(
                variable, word, "it is neither true nor false. It stays " + otherwise));
  }

  private String word(Map<String, String> env) {
    return env.getOrDefault(variable, "").strip().toLowerCase(Locale.ROOT);
  }
}
