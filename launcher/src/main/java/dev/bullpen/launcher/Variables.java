package dev.bullpen.launcher;

import dev.bullpen.project.metadata.Suggestion;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The environment of the command, and the variables in it that are Bullpen's. */
public final class Variables {
  private static final String PREFIX = "BULLPEN_";

  /** The start script keeps here the value that NAME had, empty if there was none. */
  private static final String GIVEN = "BULLPEN_GIVEN_";

  /** For all servers of a host: its JVMs, caches, cgroups and logs. */
  private static final Set<String> OF_HOST =
      Set.of(
          "BULLPEN_JAVA_OPTS",
          "BULLPEN_CACHE",
          "BULLPEN_ARCHIVES",
          "BULLPEN_REHEARSAL",
          "BULLPEN_ISOLATION",
          "BULLPEN_LOG_LEVEL",
          "BULLPEN_LOG_FORMAT");

  /** What an operator may also set for one server, beside the twins of settings. */
  private static final Set<String> OF_ONE_SERVER = Set.of("BULLPEN_JOB_TMPDIR", "BULLPEN_LOG_FILE");

  /** The marks by which another server finds its descendants, and the variables of tests. */
  private static final Set<String> INHERITED =
      Set.of(
          "BULLPEN_SESSION",
          "BULLPEN_HELPER",
          "BULLPEN_JOB",
          "BULLPEN_TEST_OFF",
          "BULLPEN_TEST_HELPER",
          "BULLPEN_TEST_CLOCK");

  /** Further variables that Bullpen's processes set for each other. */
  private static final Set<String> INNER =
      Set.of("BULLPEN_DESCRIBE", "BULLPEN_EXCHANGE", "BULLPEN_TMP", "BULLPEN_PROBE");

  /** Of all settings of servers, and of what servers give scripts. */
  private static final List<String> PREFIXES = List.of(PREFIX, "MCPBASH_", "MCP_");

  private Variables() {}

  /**
   * The environment as the user has set it. The start script changes some variables for the JVM
   * alone: a locale that has no letters but ASCII, and options that are meant for other JVMs.
   *
   * @param environment of this JVM
   */
  static Map<String, String> restore(Map<String, String> environment) {
    Map<String, String> restored = new HashMap<>(environment);
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(GIVEN)) {
            restored.remove(name);
            // No mapping, thus no variable, if it was empty.
            restored.compute(
                name.substring(GIVEN.length()), (key, now) -> value.isEmpty() ? null : value);
          }
        });
    return restored;
  }

  /**
   * Remove the settings that are meant for the operator's project, so that they do not change how
   * one of Bullpen's own projects is served. Settings for all servers of the host stay.
   */
  public static void keepThoseOfHost(Map<String, String> environment) {
    environment
        .keySet()
        .removeIf(
            name ->
                !OF_HOST.contains(name)
                    && !INHERITED.contains(name)
                    && PREFIXES.stream().anyMatch(name::startsWith));
  }

  /** A sentence for each variable that is named like Bullpen's and is none. */
  public static List<String> strangers(Map<String, String> environment) {
    return environment.keySet().stream()
        .filter(name -> name.startsWith(PREFIX) && !isKnown(name))
        .sorted()
        .map(
            name ->
                "%s is ignored: Bullpen reads no variable of that name.%s launcher --help lists all there are."
                    .formatted(name, question(name)))
        .toList();
  }

  static boolean isKnown(String name) {
    return INNER.contains(name)
        || INHERITED.contains(name)
        || name.startsWith(GIVEN)
        || settable().anyMatch(name::equals);
  }

  private static Stream<String> settable() {
    Stream<String> twins =
        Arrays.stream(Setting.values())
            .flatMap(setting -> setting.twins.stream())
            .filter(twin -> twin.startsWith(PREFIX));
    return Stream.of(twins, OF_HOST.stream(), OF_ONE_SERVER.stream()).flatMap(names -> names);
  }

  /** Compared without the prefix that all names share. */
  private static String question(String name) {
    List<String> ends = settable().map(known -> known.substring(PREFIX.length())).toList();
    return Suggestion.of(name.substring(PREFIX.length()), ends)
        .map(end -> " Did you mean %s%s?".formatted(PREFIX, end))
        .orElse("");
  }
}
