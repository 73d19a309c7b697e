package dev.bullpen.acceptance.conformance;

import dev.bullpen.acceptance.conformance.Outcome.Check;
import dev.bullpen.acceptance.conformance.Outcome.Status;
import dev.bullpen.acceptance.npm.NpmFolder;
import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * The suite, which is a client.
 *
 * @param folder where it is installed
 */
record OfficialSuite(NpmFolder folder) {
  private static final String PROGRAM =
      "node_modules/@modelcontextprotocol/conformance/dist/index.js";

  /** A revision takes 15 s; this is for a machine that has no time. */
  private static final Duration RUNNING = Duration.ofMinutes(5);

  /** The folder with the results of a scenario. */
  private static final Pattern RESULT =
      Pattern.compile("server-(.+)-\\d{4}-\\d\\d-\\d\\dT[\\dZ-]+");

  /**
   * Run some scenarios.
   *
   * @param url of the server's endpoint
   * @param results an empty folder for all that the suite writes
   * @param which scenarios, in the words of its command line
   */
  List<Outcome> run(String url, Path results, String... which) throws IOException {
    List<String> command = new ArrayList<>(List.of("node", "--import", "./node20.mjs", PROGRAM));
    command.addAll(List.of("server", "--url", url, "--output-dir", results.toString()));
    command.addAll(List.of(which));
    // Its exit code is 1 after a failure; what has failed is in the results.
    folder.run(results.resolve("suite.log"), RUNNING, command.toArray(String[]::new));
    try (Stream<Path> written = Files.list(results)) {
      List<Outcome> outcomes = new ArrayList<>();
      for (Path result : written.sorted().toList()) {
        Matcher name = RESULT.matcher(result.getFileName().toString());
        if (name.matches()) {
          outcomes.add(new Outcome(name.group(1), checks(result.resolve("checks.json"))));
        }
      }
      return outcomes;
    }
  }

  private static List<Check> checks(Path file) throws IOException {
    try {
      JsonNode checks = Json.parse(Files.readAllBytes(file));
      return StreamSupport.stream(checks.spliterator(), false).map(OfficialSuite::check).toList();
    } catch (JsonException e) {
      throw new IOException(file + " is no JSON", e);
    }
  }

  private static Check check(JsonNode check) {
    return new Check(
        check.path("id").asString(""),
        Status.valueOf(check.path("status").asString("")),
        check.path("errorMessage").asString(""));
  }
}
