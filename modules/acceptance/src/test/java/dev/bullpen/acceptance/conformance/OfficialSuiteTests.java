package dev.bullpen.acceptance.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.acceptance.conformance.Outcome.Check;
import dev.bullpen.acceptance.npm.NpmFolder;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.rig.ProjectFixture;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The official suite agrees with everything the server does, in each era: in the scenarios that a
 * revision requires, and in those that are not scored. The suite gives a script 600 ms to start, so
 * nothing runs beside it.
 */
@Tag("alone")
class OfficialSuiteTests {
  /** Scenarios of the extension for tasks, which the server does not offer. */
  private static final String TASKS = "tasks-";

  /**
   * Advice that is not taken. A client is told when to come back if its stream is closed before the
   * answer, which this server never does by itself.
   */
  private static final Set<String> NOT_TAKEN = Set.of("server-sse-retry-field");

  private static final Map<Revision, List<Outcome>> OUTCOMES = new EnumMap<>(Revision.class);

  private static OfficialSuite suite;

  /** Has the fixtures and all results of this run. */
  private static Path folder;

  @BeforeAll
  static void run() throws IOException {
    suite = new OfficialSuite(NpmFolder.installed("conformance", "node20.mjs"));
    folder = Files.createTempDirectory(suite.folder().path(), "run-");
    try (FixtureServer server = FixtureServer.start(fixtures("project", project -> {}))) {
      for (Revision revision : List.of(Revision.V2025_11_25, Revision.V2026_07_28)) {
        Path results = Files.createDirectory(folder.resolve(revision.text()));
        OUTCOMES.put(revision, suite.run(server.url(), results, "--requirements", revision.text()));
      }
    }
  }

  private static Path fixtures(String name, Consumer<ProjectFixture> changes) throws IOException {
    try {
      Path source = Path.of(OfficialSuiteTests.class.getResource("/conformance/project").toURI());
      ProjectFixture project =
          ProjectFixture.in(Files.createDirectory(folder.resolve(name))).copy(source);
      changes.accept(project);
      return project.write();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  static Stream<Arguments> outcomes() {
    return OUTCOMES.entrySet().stream()
        .flatMap(
            run ->
                run.getValue().stream()
                    .filter(outcome -> !outcome.scenario().startsWith(TASKS))
                    .map(outcome -> Arguments.of(run.getKey(), named(outcome))));
  }

  private static Named<Outcome> named(Outcome outcome) {
    return Named.of(outcome.scenario(), outcome);
  }

  @ParameterizedTest
  @MethodSource("outcomes")
  void a_scenario_passes(Revision revision, Outcome outcome) {
    List<Check> complaints =
        outcome.complaints().stream().filter(check -> !NOT_TAKEN.contains(check.id())).toList();
    String all = outcome.scenario() + " of " + revision + ", see " + folder + ": ";
    assertEquals(List.of(), complaints, all);
    assertTrue(outcome.hasSuccess(), all + "nothing was checked: " + outcome.checks());
  }

  @ParameterizedTest
  @CsvSource({"V2025_11_25, 30, 3", "V2026_07_28, 37, 13"})
  void no_scenario_is_missing(Revision revision, int required, int notScored) {
    List<String> run = OUTCOMES.get(revision).stream().map(Outcome::scenario).toList();
    assertEquals(required + notScored, run.size(), () -> run + ", see " + folder);
  }

  @Test
  void a_scenario_whose_fixture_is_broken_fails() throws IOException {
    String tool = "tools/content/test_image_content.sh";
    Path broken = fixtures("broken", project -> project.script(tool, "# mcp: {}\necho No image\n"));
    try (FixtureServer server = FixtureServer.start(broken)) {
      Path results = Files.createDirectory(folder.resolve("broken-results"));
      List<Outcome> outcomes = suite.run(server.url(), results, "--scenario", "tools-call-image");
      assertEquals(1, outcomes.size(), outcomes.toString());
      assertEquals(
          List.of("FAILURE tools-call-image: No image content found"),
          outcomes.get(0).complaints().stream().map(Check::toString).toList());
    }
  }
}
