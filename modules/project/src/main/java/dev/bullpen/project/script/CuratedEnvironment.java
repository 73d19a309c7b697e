package dev.bullpen.project.script;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.setting.SwitchSetting;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The part of the server's own environment that provider and completion scripts see.
 *
 * <p>{@code MCPBASH_PROVIDER_ENV_MODE} is {@code isolate} (a fixed list, the default), {@code
 * allowlist} (the names in {@code MCPBASH_PROVIDER_ENV_ALLOWLIST} as well) or {@code inherit}
 * (everything, if {@code MCPBASH_PROVIDER_ENV_INHERIT_ALLOW=true} permits it); but see {@link
 * VisibleEnvironment} for what is kept back.
 */
public final class CuratedEnvironment {
  private static final VisibleEnvironment VISIBLE =
      new VisibleEnvironment(
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
              "no_proxy"),
          List.of("LC_", "MCPBASH_GIT_", "MCPBASH_HTTPS_"));

  private CuratedEnvironment() {}

  public static Map<String, String> of(Map<String, String> env, Consumer<String> warnings) {
    String mode = env.getOrDefault("MCPBASH_PROVIDER_ENV_MODE", "isolate");
    if (!Set.of("", "isolate", "allowlist", "inherit").contains(mode)) {
      warnings.accept(
          "MCPBASH_PROVIDER_ENV_MODE=%s is unknown, isolate is used. Set isolate, allowlist or inherit."
              .formatted(EscapedBytes.of(mode)));
    }
    return Map.copyOf(VISIBLE.of(env, more(mode, env, warnings)));
  }

  private static Predicate<String> more(
      String mode, Map<String, String> env, Consumer<String> warnings) {
    return switch (mode) {
      case "inherit" -> checkInherit(env, warnings) ? name -> true : name -> false;
      case "allowlist" ->
          VisibleEnvironment.listed("MCPBASH_PROVIDER_ENV_ALLOWLIST", env)::contains;
      default -> name -> false;
    };
  }

  private static boolean checkInherit(Map<String, String> env, Consumer<String> warnings) {
    boolean allowed = SwitchSetting.PROVIDER_ENV_INHERIT_ALLOW.isOn(env);
    if (!allowed) {
      warnings.accept(
          "MCPBASH_PROVIDER_ENV_MODE=inherit is not permitted, isolate is used."
              + " Set MCPBASH_PROVIDER_ENV_INHERIT_ALLOW=true to permit it.");
    }
    return allowed;
  }
}
