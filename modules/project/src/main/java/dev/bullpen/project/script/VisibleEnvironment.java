package dev.bullpen.project.script;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The part of the server's own environment that scripts of a kind see. The secret of remote access
 * is kept back in every mode, and so is what a server around this one has told its own script
 * ({@link ToldVariables}).
 *
 * <p>Of the names that begin with {@code MCP_} only those of the framework are seen: any other,
 * such as {@code MCP_REGISTRY_TOKEN}, is the user's, and seen like other variables.
 *
 * @param names that are seen in every mode
 * @param prefixes of others that are
 */
public record VisibleEnvironment(Set<String> names, List<String> prefixes) {
  private static final Set<String> FRAMEWORK_NAMES =
      Set.of(
          "MCP_SDK",
          "MCP_LOG_STREAM",
          "MCP_CANCEL_FILE",
          "MCP_RESOURCES_ROOTS",
          "MCP_CONFIG_JSON",
          "MCP_TRANSPORT",
          "MCP_PATH_DEBUG");

  private static final List<String> FRAMEWORK_PREFIXES =
      List.of(
          "MCP_TOOL_",
          "MCP_ELICIT_",
          "MCP_PROGRESS_",
          "MCP_ROOTS_",
          "MCP_COMPLETION_",
          "MCP_PROMPT_",
          "MCP_RESOURCE_");

  /** Whether a name that begins with {@code MCP_} is one of the framework's own. */
  static boolean isOfFramework(String name) {
    return FRAMEWORK_NAMES.contains(name) || isAny(FRAMEWORK_PREFIXES, name);
  }

  /**
   * What they see.
   *
   * @param more which other names the mode lets them see
   */
  public Map<String, String> of(Map<String, String> env, Predicate<String> more) {
    Map<String, String> visible = new TreeMap<>();
    env.forEach(
        (name, value) -> {
          boolean isShown =
              more.test(name)
                  || names.contains(name)
                  || isAny(prefixes, name)
                  || isOfFramework(name);
          if (isShown && !ToldVariables.has(name) && !RemoteToken.isToldBy(name, value, env)) {
            visible.put(name, value);
          }
        });
    return visible;
  }

  /** The names a setting lists, separated by spaces or commas. */
  public static Set<String> listed(String setting, Map<String, String> env) {
    return Set.copyOf(Arrays.asList(env.getOrDefault(setting, "").split("[\\s,]+")));
  }

  private static boolean isAny(List<String> prefixes, String name) {
    return prefixes.stream().anyMatch(name::startsWith);
  }
}
