package dev.bullpen.project.script;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.setting.SwitchSetting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * What {@code env} of {@code server.meta.json} declares of the environment of scripts: the mode and
 * the list of names, of tools and of providers.
 *
 * <p>Nothing else may be set there: the file is part of the project, and what a project may do is
 * for the operator to say. Where the server's own environment has a mode or a list, it alone counts
 * for those scripts. Values are never shown.
 */
public final class DeclaredEnvironment {
  /** Characters. */
  static final int MAX_LENGTH = 4096;

  /** A client leaves this in place of a user's setting that has no value. */
  private static final String PLACEHOLDER = "${user_config.";

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /** What changes how a shell or a loader works. */
  private static final Set<String> RESERVED =
      Set.of("SHELLOPTS", "BASHOPTS", "PS4", "BASH_ENV", "ENV", "BASH_XTRACEFD", "IFS");

  private static final List<String> RESERVED_PREFIXES =
      List.of("LD_", "DYLD_", "BASH_FUNC_", "_MCP", "MCPBASH_");

  private final Consumer<String> warnings;
  private final Map<String, String> added;

  private DeclaredEnvironment(Map<String, String> env, Consumer<String> warnings) {
    this.warnings = warnings;
    this.added = new HashMap<>(env);
  }

  /**
   * The server's environment with what is declared.
   *
   * @param declared the member {@code env}; missing where there is none
   * @param warnings receives a sentence about everything that is ignored
   */
  public static Map<String, String> added(
      JsonNode declared, Map<String, String> env, Consumer<String> warnings) {
    DeclaredEnvironment all = new DeclaredEnvironment(env, warnings);
    variables().filter(name -> isPlaceholder(env, name)).forEach(all.added::remove);
    if (!SwitchSetting.IGNORE_META_ENV.isOn(env)) {
      all.add(declared);
    }
    return Map.copyOf(all.added);
  }

  private static Stream<String> variables() {
    return Stream.of(HostEnvironment.values())
        .flatMap(scope -> Stream.of(scope.modeVariable(), scope.listVariable()));
  }

  private static boolean isPlaceholder(Map<String, String> env, String name) {
    return env.getOrDefault(name, "").startsWith(PLACEHOLDER);
  }

  private void add(JsonNode declared) {
    if (declared.isMissingNode() || declared.isNull()) {
      return;
    }
    if (!declared.isObject()) {
      warnings.accept("\"env\" is ignored: it is not an object. Make it one, or leave it out.");
      return;
    }
    Set<String> settable = Set.copyOf(variables().toList());
    for (String key : declared.propertyNames()) {
      if (!settable.contains(key)) {
        warnings.accept(
            "\"%s\" in \"env\" is ignored: only %s may be set there. Set it in the environment of the server."
                .formatted(EscapedBytes.of(key), String.join(", ", variables().toList())));
      }
    }
    for (HostEnvironment scope : HostEnvironment.values()) {
      List<String> variables = List.of(scope.modeVariable(), scope.listVariable());
      boolean isOperators =
          variables.stream().anyMatch(name -> !added.getOrDefault(name, "").isEmpty());
      List<String> usable = new ArrayList<>();
      for (String key : variables) {
        JsonNode value = declared.path(key);
        Optional<String> reason =
            value.isMissingNode() ? Optional.empty() : reason(scope, key, value);
        reason.ifPresent(
            what -> warnings.accept("\"%s\" in \"env\" is ignored: %s.".formatted(key, what)));
        if (!value.isMissingNode() && reason.isEmpty()) {
          usable.add(key);
        }
      }
      if (!isOperators) {
        usable.forEach(key -> added.put(key, declared.path(key).stringValue()));
      }
    }
  }

  /** Why a value is not used, with what to do. */
  private static Optional<String> reason(HostEnvironment scope, String key, JsonNode value) {
    if (!value.isString()) {
      return Optional.of("it is not a string. Put it between quotes");
    }
    String text = value.stringValue();
    if (text.length() > MAX_LENGTH) {
      return Optional.of("it is longer than %d characters. Shorten it".formatted(MAX_LENGTH));
    }
    if (key.equals(scope.modeVariable())) {
      return scope.modes().contains(text)
          ? Optional.empty()
          : Optional.of(
              "it is none of %s. Use one of them"
                  .formatted(String.join(", ", scope.modes().stream().sorted().toList())));
    }
    for (String name : text.split("[\\s,]+")) {
      if (!name.isEmpty() && !NAME.matcher(name).matches()) {
        return Optional.of(
            "it has something that is no name of a variable. Write names between commas");
      }
      if (isReserved(name)) {
        return Optional.of(
            "it names %s, which a project may not ask for. Leave that name out".formatted(name));
      }
    }
    return Optional.empty();
  }

  private static boolean isReserved(String name) {
    return RESERVED.contains(name)
        || RESERVED_PREFIXES.stream().anyMatch(name::startsWith)
        || HostEnvironment.isOfFramework(name);
  }
}
