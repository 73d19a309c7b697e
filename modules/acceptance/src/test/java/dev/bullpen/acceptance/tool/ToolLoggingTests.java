package dev.bullpen.acceptance.tool;

import static dev.bullpen.testkit.fixture.Requests.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Requests;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.fixture.Said;
import dev.bullpen.testkit.rig.Conversation;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A script's log lines on their way to the client: LG-01 to LG-08. */
class ToolLoggingTests {
  @RegisterExtension
  static final Rigs RIGS = new Rigs(ToolLoggingTests::project, launcher -> launcher.workers(2, 2));

  private static final String LOG = "notifications/message";

  private static final List<String> LEVELS =
      List.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

  private static void project(ProjectFixture project) {
    String tools = ToolScripts.READY + ToolScripts.SAY;
    String all = String.join(" ", LEVELS);
    project
        .tool("logs", tools + "for l in " + all + "; do log $l '{\"n\":1.50}'; done\n")
        .tool("live", tools + "log error '\"now\"'\nenter\n")
        .tool("odd", tools + "log loud '\"x\"'\necho '{\"method\":7}' >>\"$MCP_LOG_STREAM\"\n");
  }

  @ParameterizedTest
  @EnumSource(names = {"V2024_11_05", "V2025_11_25"})
  void lg_02_the_level_of_the_session_decides(Revision revision) {
    try (Rig rig =
        Rig.start(revision, ToolLoggingTests::project, launcher -> launcher.workers(2, 2))) {
      assertEquals(LEVELS.subList(1, 8), logged(rig), "info and above until told otherwise");
      for (String level : List.of("error", "debug", "emergency")) {
        Answer set = rig.client().call("logging/setLevel", Messages.json("{'level':'%s'}", level));
        Said.exactly("{}", set.result());
        rig.process().transcript().forget();
        assertEquals(LEVELS.subList(LEVELS.indexOf(level), 8), logged(rig));
      }
      JsonNode last = rig.process().transcript().heard(LOG).get(0);
      Said.exactly("{'level':'emergency','logger':'test','data':{'n':1.50}}", last.get("params"));
    }
  }

  private static List<String> logged(Rig rig) {
    rig.await(rig.sendTool("logs"));
    return levels(rig);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'level':'verbose'}", "{'level':7}", "{'level':null}", "{}"})
  void lg_03_what_is_no_level_is_refused(String params) {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Answer answer = rig.client().call("logging/setLevel", Messages.json(params));
    assertEquals(-32602, answer.code().orElse(0), answer.message().toString());
  }

  @Test
  void lg_04_to_lg_07_a_stateless_request_says_for_itself_what_it_wants() {
    Rig rig = RIGS.of(Revision.V2026_07_28);
    rig.await(rig.sendTool("logs"));
    assertEquals(List.of(), levels(rig), "LG-04");

    rig.await(rig.sendTool("logs", wants("warning")));
    assertEquals(LEVELS.subList(3, 8), levels(rig), "LG-05");

    rig.await(rig.sendTool("logs"));
    assertEquals(5, levels(rig).size(), "VN-07: the request before does not count");

    Job refused = rig.sendTool("live", wants("loud"));
    assertEquals(-32602, rig.await(refused).code().orElse(0), "LG-06");
    assertEquals(
        List.of(), rig.gate().await(refused.token(), 1, Deadline.in(Duration.ofMillis(100))));

    Answer set = rig.client().call("logging/setLevel", Messages.json("{'level':'error'}"));
    assertEquals(-32601, set.code().orElse(0), "LG-07");
  }

  @Test
  void lg_04_the_level_of_a_session_is_nothing_to_a_stateless_request() {
    try (Conversation server =
        Conversation.open(ToolLoggingTests::project, launcher -> launcher.workers(1, 2))) {
      server.initialized(Revision.V2025_11_25);
      server.ask(request("1", "logging/setLevel", "'level':'debug'"));
      String call = "'name':'logs','arguments':{}";
      server.ask(request("2", "tools/call", call + "," + Requests.ENVELOPE));
      assertEquals(List.of(), server.process().transcript().heard(LOG));
      server.ask(request("3", "tools/call", call));
      assertEquals(LEVELS.size(), server.process().transcript().heard(LOG).size());
    }
  }

  @ParameterizedTest
  @EnumSource
  void it_is_heard_while_the_script_runs(Revision revision) {
    Rig rig = RIGS.of(revision);
    Job job = rig.sendTool("live", revision.handshake() ? Json.object() : wants("debug"));
    assertTrue(
        rig.process()
            .transcript()
            .awaitMessage(LOG, 0, Deadline.in(McpClient.PATIENCE))
            .isPresent());
    assertEquals(0, rig.client().answers(job.id()), "the script has not ended");
    rig.ready(job, 1, McpClient.PATIENCE);
    rig.letThrough(job);
    rig.await(job);
  }

  @Test
  void what_is_no_log_line_harms_nobody() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    assertTrue(!rig.await(rig.sendTool("odd")).failed());
    assertTrue(levels(rig).stream().allMatch(LEVELS::contains), levels(rig).toString());
  }

  private static ObjectNode wants(String level) {
    return Messages.json("{'_meta':{'io.modelcontextprotocol/logLevel':'%s'}}", level);
  }

  private static List<String> levels(Rig rig) {
    return rig.process().transcript().heard(LOG).stream()
        .map(message -> message.get("params").get("level").stringValue())
        .toList();
  }
}
