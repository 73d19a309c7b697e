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
 * @param names that are seen in every mode
 * @param prefixes of others that are
 */
public record VisibleEnvironment(Set<String> names, List<String> prefixes) {
  /**
   * What they see.
   *
   * @param more which other names the mode lets them see
   */
  public Map<String, String> of(Map<String, String> env, Predicate<String> more) {
    Map<String, String> visible = new TreeMap<>();
    env.forEach(
        (name, value) -> {
          boolean shown = more.test(name) || names.contains(name) || isAny(prefixes, name);
          if (shown && !ToldVariables.has(name) && !RemoteToken.isToldBy(name, value, env)) {
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
