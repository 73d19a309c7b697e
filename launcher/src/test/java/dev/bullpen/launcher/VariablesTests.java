package dev.bullpen.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VariablesTests {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern NAME = Pattern.compile("\"(BULLPEN_[A-Z_]+)\\b");

  @ParameterizedTest
  @CsvSource({
    "BULLPEN_WORKERZ, ' Did you mean BULLPEN_WORKERS?'",
    "BULLPEN_LOGLEVEL, ' Did you mean BULLPEN_LOG_LEVEL?'",
    "BULLPEN_JAVA_OPT, ' Did you mean BULLPEN_JAVA_OPTS?'",
    "BULLPEN_FOO, ''"
  })
  void a_name_that_bullpen_does_not_read_is_reported_with_the_nearest(
      String name, String question) {
    assertEquals(
        List.of(
            "%s is ignored: Bullpen reads no variable of that name.%s launcher --help lists all there are."
                .formatted(name, question)),
        Variables.unknown(Map.of(name, "3", "BULLPEN_WORKERS", "3", "PATH", "/bin")));
  }

  @Test
  void every_name_in_a_source_is_known() throws IOException {
    Set<String> unknown = new TreeSet<>();
    for (Path source : sources()) {
      NAME.matcher(Files.readString(source))
          .results()
          .map((MatchResult match) -> match.group(1))
          .filter(name -> !Variables.isKnown(name))
          .forEach(unknown::add);
    }
    assertEquals(Set.of(), unknown);
  }

  @ParameterizedTest
  @DisplayName("what the start script did not change stays, and what it did is as it was")
  @CsvSource({
    "LC_ALL=C.UTF-8 LANG=C, LC_ALL=C.UTF-8 LANG=C",
    "LC_ALL=C.UTF-8 LANG=C BULLPEN_GIVEN_LC_ALL=, LANG=C",
    "LC_ALL=C.UTF-8 BULLPEN_GIVEN_LC_ALL=POSIX, LC_ALL=POSIX",
    "BULLPEN_GIVEN_JAVA_TOOL_OPTIONS=-Da=b, JAVA_TOOL_OPTIONS=-Da=b"
  })
  void scripts_get_what_was_set_before_the_start(String inherited, String given) {
    assertEquals(variables(given), Variables.restore(variables(inherited)));
  }

  private static Map<String, String> variables(String pairs) {
    return Stream.of(pairs.split(" "))
        .map(pair -> pair.split("=", 2))
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PATH",
        "JAVA_HOME",
        "TMPDIR",
        "MCPX",
        "BULLPEN",
        "BULLPEN_JAVA_OPTS",
        "BULLPEN_CACHE",
        "BULLPEN_ARCHIVES",
        "BULLPEN_REHEARSAL",
        "BULLPEN_ISOLATION",
        "BULLPEN_LOG_LEVEL",
        "BULLPEN_SESSION",
        "BULLPEN_HELPER",
        "BULLPEN_JOB",
        "BULLPEN_TEST_OFF"
      })
  void what_concerns_the_host_is_kept(String name) {
    assertEquals(Map.of(name, "v"), kept(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MCPBASH_REMOTE_TOKEN",
        "MCPBASH_MAX_CONCURRENT_REQUESTS",
        "MCPBASH_PROMPTS_DIR",
        "MCPBASH_REGISTRY_DIR",
        "MCP_RESOURCES_ROOTS",
        "MCP_TOOL_ERROR_FILE",
        "BULLPEN_PROJECT",
        "BULLPEN_WORKERS",
        "BULLPEN_MAX_WORKERS",
        "BULLPEN_JOBS_PER_HELPER",
        "BULLPEN_HELPER_MEMORY",
        "BULLPEN_GRACE",
        "BULLPEN_TOOL_GRACE",
        "BULLPEN_MAX_LINE_BYTES",
        "BULLPEN_COMPLETION_RATE",
        "BULLPEN_TOOL_RATE",
        "BULLPEN_CALLS_PER_TOOL",
        "BULLPEN_PAGE_SIZE",
        "BULLPEN_JOB_LIMITS",
        "BULLPEN_JOB_TMPDIR"
      })
  void what_is_meant_for_a_project_is_not(String name) {
    assertEquals(Map.of(), kept(name));
  }

  private static Map<String, String> kept(String name) {
    Map<String, String> environment = new HashMap<>(Map.of(name, "v"));
    Variables.keepThoseOfHost(environment);
    return environment;
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> all = Files.walk(ROOT)) {
      return all.filter(file -> file.toString().endsWith(".java"))
          .filter(file -> file.toString().contains("/src/main/"))
          .filter(file -> !file.toString().contains("/testkit/"))
          .toList();
    }
  }
}
