package dev.bullpen.launcher;

import dev.bullpen.project.metadata.Suggestion;
import dev.bullpen.server.ServeOptions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Bullpen's variables in the environment of the command. */
public final class Variables {
  private static final String PREFIX = "BULLPEN_";

  /** Followed by NAME: the value that NAME had before the start script, empty if it was unset. */
  private static final String GIVEN = "BULLPEN_GIVEN_";

  /** Settings for all servers of a host: JVMs, caches, cgroups and logs. */
  private static final Set<String> OF_HOST =
      Set.of(
          "BULLPEN_JAVA_OPTS",
          "BULLPEN_CACHE",
          "BULLPEN_ARCHIVES",
          "BULLPEN_REHEARSAL",
          "BULLPEN_ISOLATION",
          "BULLPEN_LOG_LEVEL",
          "BULLPEN_LOG_FORMAT");

  /** Variables for one server that are no twins of settings. */
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
      Set.of(
          "BULLPEN_DESCRIBE",
          "BULLPEN_EXCHANGE",
          "BULLPEN_TMP",
          "BULLPEN_PROBE",
          ServeOptions.OF_COMMAND);

  /** The prefixes of all settings of servers, and of the variables that scripts get. */
  private static final List<String> PREFIXES = List.of(PREFIX, "MCPBASH_", "MCP_");

  private Variables() {}

  /**
   * The environment as the user has set it. The start script changes some variables for this JVM
   * only: a locale without letters beyond ASCII, and options for other JVMs.
   *
   * @param environment of this JVM
   */
  static Map<String, String> restore(Map<String, String> environment) {
    Map<String, String> restored = new HashMap<>(environment);
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(GIVEN)) {
            restored.remove(name);
            // An empty value removes the variable.
            restored.compute(
                name.substring(GIVEN.length()), (key, now) -> value.isEmpty() ? null : value);
          }
        });
    return restored;
  }

  /**
   * Removes the settings for the operator's project, so that they do not change how one of
   * Bullpen's own projects is served. Settings for all servers of the host stay.
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

  /**
   * Removes the addresses of the operator's server, so that a server with this environment serves
   * the command that starts it, on standard input and output.
   */
  public static void removeAddresses(Map<String, String> environment) {
    for (Setting address : List.of(Setting.HTTP, Setting.ADMIN)) {
      environment.keySet().removeAll(address.twins);
    }
  }

  /** A sentence for each variable with Bullpen's prefix that Bullpen does not read. */
  public static List<String> unknown(Map<String, String> environment) {
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
