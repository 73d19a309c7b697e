package dev.bullpen.acceptance.tool;

import static dev.bullpen.testkit.fixture.Requests.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Line;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.client.Transcript;
import dev.bullpen.testkit.fixture.ForEachRevision;
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

/**
 * Progress and log lines on their way from a script to the client: PG-01 to PG-07, LG-01 to LG-08.
 */
class ToolProgressTests {
  private static final String PROGRESS = "notifications/progress";

  /** What a client is sent within a minute at most, unless a project says otherwise. */
  private static final int PER_MINUTE = 100;

  private static final long MINUTE_MS = 60_000;
  private static final int FLOOD = 10_000;

  /** For calls that are over before the next begins. */
  @RegisterExtension
  static final Rigs RIGS = new Rigs(ToolProgressTests::project, launcher -> launcher.workers(2, 2));

  private static final String LOG = "notifications/message";
  private static final List<String> LEVELS =
      List.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

  private static void project(ProjectFixture project) {
    logs(project);
    String tools = ToolScripts.READY + ToolScripts.SAY;
    project
        .tool("live", tools + "progress 1 ',\"total\":2,\"message\":\"half\"'\nenter\nprogress 2\n")
        .tool(
            "odd",
            tools
                + "for n in 10 10 5 20 '\"30\"' 20.5 null; do progress $n; done\n"
                + "progress 40 ',\"total\":null,\"message\":7,\"surprise\":1'\n"
                + "echo 'no json' >>\"$MCP_PROGRESS_STREAM\"\n"
                + "echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}' >>\"$MCP_PROGRESS_STREAM\"\n"
                + "echo '{\"jsonrpc\":\"2.0\",\"method\":\"notifications/forged\"}'"
                + " >>\"$MCP_PROGRESS_STREAM\"\n"
                + "progress 50\n")
        .tool(
            "flood",
            tools + "i=0; while [ $i -lt " + FLOOD + " ]; do i=$((i+1)); progress $i; done\n")
        .tool(
            "counts-in-two-starts",
            tools
                + "case $MCP_INPUT_RESPONSES_JSON in\n"
                + "*'\"who\"'*) progress 10; progress 60 ;;\n"
                + "*) progress 50; echo '{\"resultType\":\"input_required\",\"inputRequests\":"
                + "{\"who\":{\"method\":\"elicitation/create\",\"params\":"
                + ElicitationTests.WHO
                + "}}}' ;;\nesac\n")
        .tool(
            "floods-and-asks",
            tools
                + ToolScripts.ASK
                + "i=0; while [ $i -lt "
                + 2 * PER_MINUTE
                + " ]; do i=$((i+1)); progress $i; done\nask elicit '"
                + ElicitationTests.WHO
                + "'\n")
        .tool("for-ever", tools + "ready\ni=0; while :; do i=$((i+1)); progress $i; done\n");
  }

  @ForEachRevision
  void it_is_heard_while_the_script_runs(Revision revision) {
    Rig rig = RIGS.of(revision);
    Job job = rig.sendTool("live", token("7"));
    JsonNode first = awaitProgress(rig, 0);
    assertEquals(0, rig.client().answers(job.id()), "the script has not ended");
    boolean sentences = revision != Revision.V2024_11_05;
    Said.exactly(
        "{'progressToken':7,'progress':1,'total':2" + (sentences ? ",'message':'half'}" : "}"),
        first.get("params"));
    rig.ready(job, 1, McpClient.PATIENCE);
    rig.letThrough(job);
    rig.await(job);
    Said.exactly("{'progressToken':7,'progress':2}", awaitProgress(rig, 1).get("params"));
    assertNoneAfterTheAnswer(rig, job);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "'0'", "''", "'7'", "'a b'", "9007199254740993", "-1"})
  void pg_01_a_token_keeps_its_type_and_value(String token) {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    int others = heard(rig, 0).size();
    rig.await(rig.sendTool("odd", token(token)));
    List<JsonNode> heard = heard(rig, others);
    for (JsonNode progress : heard) {
      Said.exactly(token, progress.get("params").get("progressToken"));
    }
    assertTrue(heard.size() > 0);
  }

  @ForEachRevision
  void pg_02_it_only_rises_and_what_is_no_progress_is_dropped(Revision revision) {
    Rig rig = RIGS.of(revision);
    int others = heard(rig, 0).size();
    Answer answer = rig.await(rig.sendTool("odd", token("1")));
    assertTrue(!answer.failed(), answer.message().toString());
    assertEquals(List.of("10", "20", "20.5", "40", "50"), values(heard(rig, others)));
    assertEquals(List.of(), rig.process().transcript().heard("notifications/forged"));
    assertEquals(1, rig.client().answers(1));
  }

  @Test
  void pg_02_it_does_not_fall_back_when_the_script_is_started_again_with_an_answer() {
    Rig rig = RIGS.of(Revision.V2025_11_25, "{'elicitation':{}}");
    Job job = rig.sendTool("counts-in-two-starts", token("7"));
    rig.client()
        .reply(
            rig.client().asked(ElicitationTests.ASK, 0),
            "{'action':'accept','content':{'name':'Ann'}}");
    rig.await(job);
    assertEquals(List.of("50", "60"), values(rig));
  }

  @ForEachRevision
  void pg_01_nobody_hears_any_who_gave_no_token(Revision revision) {
    Rig rig = RIGS.of(revision);
    int others = heard(rig, 0).size();
    rig.await(rig.sendTool("odd"));
    rig.client().ping();
    assertEquals(List.of(), heard(rig, others));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "1.5", "[]", "{}", "true"})
  void pg_07_what_is_no_token_counts_as_none_or_is_refused(String token) {
    Rig legacy = RIGS.of(Revision.V2025_11_25);
    int others = heard(legacy, 0).size();
    Answer served = legacy.await(legacy.sendTool("odd", token(token)));
    assertTrue(!served.failed(), served.message().toString());
    assertEquals(List.of(), heard(legacy, others));
    Rig modern = RIGS.of(Revision.V2026_07_28);
    Answer refused = modern.await(modern.sendTool("odd", token(token)));
    assertEquals(-32602, refused.code().orElse(0), refused.message().toString());
  }

  @ParameterizedTest
  @EnumSource(names = "V2026_07_28")
  void pg_05_a_flood_is_thinned_and_its_last_drop_arrives(Revision revision) {
    Rig rig = RIGS.of(revision);
    Job job = rig.sendTool("flood", token("'f'"));
    Answer answer = rig.await(job);
    List<String> values = values(rig);
    // So many, with the last, which comes with the answer, and more for the time it took.
    long most = PER_MINUTE + PER_MINUTE * answer.took().toMillis() / MINUTE_MS;
    assertTrue(values.size() <= most, values.size() + " were sent in " + answer.took());
    assertEquals(Integer.toString(FLOOD), values.get(values.size() - 1));
    assertNoneAfterTheAnswer(rig, job);
  }

  @Test
  void pg_05_the_last_drop_arrives_before_a_question_too() {
    Rig rig = RIGS.of(Revision.V2026_07_28, "{'elicitation':{}}");
    Job job = rig.sendTool("floods-and-asks", token("'f'"));
    assertTrue(rig.await(job).asksForMore());
    List<String> values = values(rig);
    assertEquals(Integer.toString(2 * PER_MINUTE), values.get(values.size() - 1));
    assertNoneAfterTheAnswer(rig, job);
    rig.client().cancel(job.id());
    rig.assertGone(job, McpClient.PATIENCE);
  }

  @ForEachRevision
  void pg_03_after_a_cancel_nothing_follows(Revision revision) {
    Rig rig = RIGS.of(revision);
    Job job = rig.ready(rig.sendTool("for-ever", token("1")), 1, McpClient.PATIENCE);
    awaitProgress(rig, 0);
    rig.client().cancel(job.id());
    rig.client().ping(); // the cancel has been read
    int heard = values(rig).size();
    rig.assertGone(job, McpClient.PATIENCE);
    assertEquals(heard, values(rig).size());
    assertEquals(0, rig.client().answers(job.id()));
  }

  private static ObjectNode token(String token) {
    return Messages.json("{'_meta':{'progressToken':%s}}", token);
  }

  private static JsonNode awaitProgress(Rig rig, int others) {
    return rig.process()
        .transcript()
        .awaitMessage(PROGRESS, others, Deadline.in(McpClient.PATIENCE))
        .orElseThrow(() -> new AssertionError("no progress"));
  }

  /** The progress that has been heard after so many others. */
  private static List<JsonNode> heard(Rig rig, int others) {
    List<JsonNode> heard = rig.process().transcript().heard(PROGRESS);
    return heard.subList(others, heard.size());
  }

  private static List<String> values(Rig rig) {
    return values(heard(rig, 0));
  }

  private static List<String> values(List<JsonNode> progress) {
    return progress.stream()
        .map(message -> Json.text(message.get("params").get("progress")))
        .toList();
  }

  private static void assertNoneAfterTheAnswer(Rig rig, Job job) {
    rig.client().ping(); // whatever was on its way has arrived
    Transcript transcript = rig.process().transcript();
    List<Line> lines = transcript.received();
    int answer = lines.indexOf(transcript.responses(Long.toString(job.id())).get(0));
    assertTrue(
        lines.subList(answer, lines.size()).stream()
            .noneMatch(line -> line.text().contains(PROGRESS)),
        "progress after the answer");
  }

  private static void logs(ProjectFixture project) {
    String tools = ToolScripts.READY + ToolScripts.SAY;
    String all = String.join(" ", LEVELS);
    project
        .tool("logs", tools + "for l in " + all + "; do log $l '{\"n\":1.50}'; done\n")
        .tool("logs-live", tools + "log error '\"now\"'\nenter\n")
        .tool(
            "logs-odd", tools + "log loud '\"x\"'\necho '{\"method\":7}' >>\"$MCP_LOG_STREAM\"\n");
  }

  @ParameterizedTest
  @EnumSource(names = {"V2024_11_05", "V2025_11_25"})
  void lg_02_the_level_of_the_session_decides(Revision revision) {
    Rig rig = RIGS.of(revision);
    assertEquals(LEVELS.subList(1, 8), logged(rig), "info and above until told otherwise");
    for (String level : List.of("error", "debug", "emergency")) {
      setLevel(rig, level);
      rig.process().transcript().forget();
      assertEquals(LEVELS.subList(LEVELS.indexOf(level), 8), logged(rig));
    }
    JsonNode last = rig.process().transcript().heard(LOG).get(0);
    Said.exactly("{'level':'emergency','logger':'test','data':{'n':1.50}}", last.get("params"));
    setLevel(rig, "info"); // as the next test expects it
  }

  private static void setLevel(Rig rig, String level) {
    Answer set = rig.client().call("logging/setLevel", Messages.json("{'level':'%s'}", level));
    Said.exactly("{}", set.result());
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

    Job refused = rig.sendTool("logs-live", wants("loud"));
    assertEquals(-32602, rig.await(refused).code().orElse(0), "LG-06");
    assertEquals(
        List.of(), rig.gate().await(refused.token(), 1, Deadline.in(Duration.ofMillis(100))));

    Answer set = rig.client().call("logging/setLevel", Messages.json("{'level':'error'}"));
    assertEquals(-32601, set.code().orElse(0), "LG-07");
  }

  @Test
  void lg_04_the_level_of_a_session_is_nothing_to_a_stateless_request() {
    try (Conversation server =
        Conversation.open(ToolProgressTests::project, launcher -> launcher.workers(1, 2))) {
      server.initialized(Revision.V2025_11_25);
      server.ask(request("1", "logging/setLevel", "'level':'debug'"));
      String call = "'name':'logs','arguments':{}";
      server.ask(request("2", "tools/call", call + "," + Requests.ENVELOPE));
      assertEquals(List.of(), server.process().transcript().heard(LOG));
      server.ask(request("3", "tools/call", call));
      assertEquals(LEVELS.size(), server.process().transcript().heard(LOG).size());
    }
  }

  @ForEachRevision
  void a_log_line_is_heard_while_the_script_runs(Revision revision) {
    Rig rig = RIGS.of(revision);
    Job job = rig.sendTool("logs-live", revision.handshake() ? Json.object() : wants("debug"));
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
    assertTrue(!rig.await(rig.sendTool("logs-odd")).failed());
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
