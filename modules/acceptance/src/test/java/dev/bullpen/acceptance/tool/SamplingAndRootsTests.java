package dev.bullpen.acceptance.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.fixture.Rounds;
import dev.bullpen.testkit.fixture.Said;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A script asks the client's model, and knows the client's folders: MR-16, MR-21, MR-22. */
class SamplingAndRootsTests {
  @RegisterExtension
  static final Rigs RIGS =
      new Rigs(SamplingAndRootsTests::project, launcher -> launcher.workers(1, 1));

  private static final String SAMPLING = "sampling/createMessage";

  private static final String MESSAGE =
      "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"hi\"}}],"
          + "\"maxTokens\":10}";

  private static final String REPLY =
      "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"hello\"},\"model\":\"m\","
          + "\"stopReason\":\"endTurn\"}";

  @TempDir Path folder;

  private static void project(ProjectFixture project) {
    project
        .tool(
            "samples", ToolScripts.ASK + "ask sample '" + MESSAGE + "'\nprintf '%s' \"$answer\"\n")
        .tool("can", "echo \"$MCP_SAMPLE_SUPPORTED\"\n")
        .tool("roots", "echo \"$MCP_ROOTS_COUNT\"; echo \"$MCP_ROOTS_PATHS\"\n");
  }

  @ParameterizedTest
  @EnumSource(names = {"V2024_11_05", "V2025_11_25"})
  void the_models_answer_reaches_the_script(Revision revision) {
    Rig rig = RIGS.of(revision, "{'sampling':{}}");
    Job job = rig.sendTool("samples");
    JsonNode request = rig.client().asked(SAMPLING, 0);
    Said.exactly(MESSAGE, request.get("params"));
    rig.client().reply(request, REPLY);
    assertEquals(REPLY, rig.await(job).text().trim());
    assertEquals("1", rig.client().callTool("can", "{}").text().trim());
  }

  /** An image is as long as that. It would take more of a helper's memory than there is. */
  @Test
  void an_answer_that_no_helper_can_take_is_an_error_for_the_script_alone() {
    Rig rig = RIGS.of(Revision.V2025_11_25, "{'sampling':{}}");
    Job job = rig.sendTool("samples");
    rig.client()
        .reply(
            rig.client().asked(SAMPLING, 0), REPLY.replace("hello", "x".repeat(24 * 1024 * 1024)));
    String text = rig.await(job).text();
    assertTrue(text.contains("raise --helper-memory"), text);
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void a_client_without_a_model_is_not_asked(Revision revision) {
    Rig rig = RIGS.of(revision, "{}");
    Answer answer = rig.client().callTool("samples", "{}");
    assertTrue(answer.text().contains("error"), answer.message().toString());
    assertEquals(List.of(), rig.process().transcript().heard(SAMPLING));
    assertEquals("0", rig.client().callTool("can", "{}").text().trim());
  }

  @Test
  void a_client_without_a_session_is_asked_in_rounds() {
    Rig rig = RIGS.of(Revision.V2026_07_28, "{'sampling':{}}");
    ObjectNode call = Messages.callTool("samples", "{}");
    Answer asking = rig.client().call("tools/call", call.deepCopy());
    JsonNode request = Rounds.question(asking).getValue();
    assertEquals(SAMPLING, request.path("method").asString(""));
    Said.exactly(MESSAGE, request.get("params"));
    Answer answer = Rounds.reply(rig.client(), call, asking, REPLY);
    assertEquals(REPLY, answer.text().trim());
  }

  static Stream<Revision> withHandshake() {
    return Size.first(1, Revision.V2025_11_25, Revision.V2024_11_05);
  }

  @ParameterizedTest
  @MethodSource("withHandshake")
  void the_clients_folders_are_known_and_known_anew_when_they_change(Revision revision) {
    try (Rig rig =
        Rig.start(
            revision,
            "{'roots':{'listChanged':true}}",
            SamplingAndRootsTests::project,
            launcher -> launcher.workers(2, 2))) {
      String roots =
          "{'roots':[{'uri':'file://%s','name':'one'},{'uri':'https://example.com/'}]}"
              .formatted(folder);
      rig.client().reply(rig.client().asked("roots/list", 0), roots);
      rig.client().ping(); // it has been read
      if (!rig.process().transcript().heard("notifications/cancelled").isEmpty()) {
        // Too late: the server does not wait for as long as a rig may take to start.
        sayThatRootsHaveChanged(rig);
        rig.client().reply(rig.client().asked("roots/list", 1), roots);
      }
      rig.settled();
      assertEquals("1\n" + folder + "\n", rig.client().callTool("roots", "{}").text());

      int asked = rig.process().transcript().heard("roots/list").size();
      sayThatRootsHaveChanged(rig);
      Job job = rig.sendTool("roots");
      rig.client().reply(rig.client().asked("roots/list", asked), "{'roots':[]}");
      assertTrue(rig.await(job).text().startsWith("0"), rig.await(job).message().toString());
      rig.assertCalm();
    }
  }

  private static void sayThatRootsHaveChanged(Rig rig) {
    rig.process()
        .send(Messages.notification("notifications/roots/list_changed", Messages.json("{}")));
  }

  @Test
  void a_client_that_does_not_list_them_holds_up_nobody_for_ever() {
    Rig rig = RIGS.of(Revision.V2025_11_25, "{'roots':{}}");
    rig.client().asked("roots/list", 0);
    Answer answer = rig.client().callTool("roots", "{}");
    assertTrue(answer.text().startsWith("1"), answer.message().toString());
  }
}
