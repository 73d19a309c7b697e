package dev.bullpen.project.script;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.setting.SwitchSetting;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The part of the server's own environment that provider and completion scripts see.
 *
 * <p>{@code MCPBASH_PROVIDER_ENV_MODE} is {@code isolate} (a fixed list, the default), {@code
 * allowlist} (the names in {@code MCPBASH_PROVIDER_ENV_ALLOWLIST} as well) or {@code inherit}
 * (everything, if {@code MCPBASH_PROVIDER_ENV_INHERIT_ALLOW=true} permits it). The secret of remote
 * access is kept back in every mode, and so is what an enclosing server told its own script.
 */
public final class CuratedEnvironment {
  private static final Set<String> KEPT =
      Set.of(
          "PATH",
          "HOME",
          "TMPDIR",
          "TMP",
          "TEMP",
          "LANG",
          "USERPROFILE",
          "APPDATA",
          "SYSTEMROOT",
          "MSYSTEM",
          "MSYS2_ARG_CONV_EXCL",
          "MCPBASH_HOME",
          "MCPBASH_PROJECT_ROOT",
          "MCPBASH_RESOURCES_DIR",
          "MCPBASH_PROMPTS_DIR",
          "MCPBASH_ENABLE_GIT_PROVIDER",
          "HTTP_PROXY",
          "HTTPS_PROXY",
          "ALL_PROXY",
          "NO_PROXY",
          "http_proxy",
          "https_proxy",
          "all_proxy",
          "no_proxy");

  private static final String[] KEPT_PREFIXES = {"LC_", "MCP_", "MCPBASH_GIT_", "MCPBASH_HTTPS_"};
  private static final String[] OURS_TO_SAY = {"MCP_COMPLETION_", "MCP_PROMPT_", "MCP_RESOURCE_"};

  private CuratedEnvironment() {}

  public static Map<String, String> of(Map<String, String> env, Consumer<String> warnings) {
    String mode = env.getOrDefault("MCPBASH_PROVIDER_ENV_MODE", "isolate");
    boolean everything = mode.equals("inherit") && mayInherit(env, warnings);
    Set<String> allowed = mode.equals("allowlist") ? allowlist(env) : Set.of();
    if (!Set.of("", "isolate", "allowlist", "inherit").contains(mode)) {
      warnings.accept(
          "MCPBASH_PROVIDER_ENV_MODE=%s is unknown, isolate is used. Set isolate, allowlist or inherit."
              .formatted(EscapedBytes.of(mode)));
    }
    Map<String, String> curated = new TreeMap<>();
    env.forEach(
        (name, value) -> {
          boolean keptBack =
              RemoteToken.isToldBy(name, value, env) || startsWithAny(name, OURS_TO_SAY);
          if (!keptBack
              && (everything
                  || KEPT.contains(name)
                  || allowed.contains(name)
                  || startsWithAny(name, KEPT_PREFIXES))) {
            curated.put(name, value);
          }
        });
    return Map.copyOf(curated);
  }

  private static boolean mayInherit(Map<String, String> env, Consumer<String> warnings) {
    boolean allowed = SwitchSetting.PROVIDER_ENV_INHERIT_ALLOW.isOn(env);
    if (!allowed) {
      warnings.accept(
          "MCPBASH_PROVIDER_ENV_MODE=inherit is not permitted, isolate is used."
              + " Set MCPBASH_PROVIDER_ENV_INHERIT_ALLOW=true to permit it.");
    }
    return allowed;
  }

  private static Set<String> allowlist(Map<String, String> env) {
    return Set.copyOf(
        Arrays.asList(env.getOrDefault("MCPBASH_PROVIDER_ENV_ALLOWLIST", "").split("[\\s,]+")));
  }

  public static boolean startsWithAny(String name, String[] prefixes) {
    for (String prefix : prefixes) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
