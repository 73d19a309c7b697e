package dev.bullpen.faults.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.faults.fixture.AgreeableClient;
import dev.bullpen.faults.fixture.Specimen;
import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.rig.Rig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Every example does what it shows, with a session and without. */
class ToolExamplesTests {
  private static final Path EXAMPLES = Path.of(System.getProperty("bullpen.examples", "examples"));

  /** The only example in which a tool is refused. */
  private static final String POLICY = "tools-policy";

  /** What each example must be seen to do, besides answering. */
  private static final Map<String, String> SHOWS =
      Map.of(
          "tools-progress", "notifications/progress",
          "tools-logging", "notifications/message",
          "tools-elicitation", "elicitation/create",
          "tools-sampling", "sampling/createMessage");

  static Stream<Arguments> examples() throws IOException {
    try (Stream<Path> folders = Files.list(EXAMPLES)) {
      List<String> names =
          folders
              .map(folder -> folder.getFileName().toString())
              .filter(name -> name.startsWith("tools-"))
              .sorted()
              .toList();
      return names.stream()
          .flatMap(
              name ->
                  Stream.of(Revision.V2025_11_25, Revision.V2026_07_28)
                      .map(revision -> Arguments.of(name, revision)));
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void it_does_what_it_shows(String example, Revision revision) {
    AtomicReference<Path> root = new AtomicReference<>();
    try (Rig rig =
        Rig.start(
                revision,
                AgreeableClient.CAPABILITIES,
                project -> root.set(project.copy(EXAMPLES.resolve(example)).root()),
                launcher -> launcher.workers(2, 2))
            .settled()) {
      AgreeableClient client = new AgreeableClient(rig.client(), root.get());
      List<Answer> refused = new ArrayList<>();
      int served = 0;
      JsonNode tools = rig.client().call("tools/list", Messages.json("{}")).result().get("tools");
      assertTrue(tools.size() > 0, "no tools in " + example);
      for (JsonNode tool : tools) {
        assertFalse(tool.path("description").asString("").isBlank(), tool.toString());
        Answer answer = client.call(call(tool, revision));
        if (answer.failed() || answer.isError()) {
          refused.add(answer);
        } else {
          served++;
          assertFalse(answer.result().path("content").isEmpty(), answer.message().toString());
        }
      }
      assertTrue(served > 0, "nothing was served: " + refused);
      assertEquals(example.equals(POLICY), !refused.isEmpty(), refused.toString());
      String shows = SHOWS.getOrDefault(example, "tools/list");
      assertTrue(
          shows.equals("tools/list")
              || client.asked().contains(shows)
              || !rig.process().transcript().heard(shows).isEmpty(),
          example + " does not show " + shows);
      rig.assertCalm();
    }
  }

  @Test
  void what_the_logging_example_does_not_find_is_an_error() {
    try (Rig rig =
        Rig.start(
            project -> project.copy(EXAMPLES.resolve("tools-logging")),
            launcher -> launcher.workers(1, 1))) {
      Answer answer = rig.client().callTool("inspect", "{'file':'no-such-file'}");
      assertTrue(answer.isError(), answer.message().toString());
      assertTrue(answer.text().contains("no-such-file: no such file"), answer.text());
    }
  }

  private static ObjectNode call(JsonNode tool, Revision revision) {
    ObjectNode params = Json.object().put("name", tool.get("name").stringValue());
    params.set("arguments", Specimen.object(tool.get("inputSchema")));
    ObjectNode meta = Messages.json("{'progressToken':'p'}");
    if (!revision.handshake()) {
      meta.put("io.modelcontextprotocol/logLevel", "debug");
    }
    params.set("_meta", meta);
    return params;
  }
}
