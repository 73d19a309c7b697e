package dev.bullpen.acceptance.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.fixture.Editor;
import dev.bullpen.testkit.fixture.Notices;
import dev.bullpen.testkit.fixture.Rounds;
import dev.bullpen.testkit.rig.HttpRig;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.ToolScripts;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A request of 2026-07-28 stands alone, and its answer is one document or one stream. */
@Tag("promise")
class ModernAnswersTests {
  private static final String PROGRESS = "notifications/progress";
  private static final String LOG = "notifications/message";
  private static final String ELICITATION = "{'elicitation':{}}";
  private static final String ANN = "{'action':'accept','content':{'name':'Ann'}}";

  @AutoClose
  static final HttpRig RIG =
      HttpRig.start(ModernAnswersTests::project, launcher -> launcher.workers(2, 4));

  private static void project(ProjectFixture project) {
    TalkingTools.project(project);
    project
        .file("resources/note.txt", "one\n")
        .tool("first", ToolScripts.HELLO)
        .tool(
            "again",
            "case $MCP_INPUT_RESPONSES_JSON in *Ann*) echo \"$MCP_INPUT_RESPONSES_JSON\" ;;\n"
                + "*) echo '{\"resultType\":\"input_required\",\"requestState\":1,"
                + "\"inputRequests\":{\"who\":{\"method\":\"elicitation/create\",\"params\":"
                + TalkingTools.WHO.replace("\"schema\"", "\"requestedSchema\"")
                + "}}}' ;;\nesac\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Accept: application/json, text/event-stream  | 200 | application/json",
        "Accept: text/event-stream;q=0.5, application/json;q=0.1 | 200 | application/json",
        "Accept: application/json                     | 200 | application/json",
        "Accept: text/event-stream                    | 200 | text/event-stream",
        "Accept: */*                                  | 200 | application/json",
        "-Accept                                      | 200 | application/json",
        "Accept: text/html                            | 406 | application/json",
      })
  void the_answer_has_a_form_that_the_client_takes(String accept, int status, String type) {
    HttpReply reply = RIG.send(RIG.tool("first", "{}").edited(accept));
    assertEquals(status, reply.status());
    assertEquals(type, reply.header("Content-Type"));
    JsonNode response = reply.response();
    assertEquals(status == 200, response.has("result"), response.toString());
    assertEquals("", reply.header(HttpCall.SESSION_ID));
  }

  @Test
  void progress_comes_while_the_tool_runs_and_the_answer_ends_the_stream() {
    String token = RIG.freshToken();
    ObjectNode params = Messages.callTool("live", "{'token':'" + token + "'}");
    params.set("_meta", Messages.json("{'progressToken':'p'}"));
    HttpReply reply = RIG.send(RIG.modern("tools/call", params));
    assertEquals("half", reply.nextMessage().at("/params/message").asString(""));
    assertTrue(reply.isEvents());
    assertEquals("no", reply.header("X-Accel-Buffering"));
    RIG.ready(token, 1);
    RIG.gate().letThrough(token, "go");
    List<HttpReply.Event> rest = reply.rest();
    assertEquals(List.of("", ""), rest.stream().map(HttpReply.Event::id).toList());
    assertEquals(PROGRESS, rest.get(0).message().path("method").asString(""));
    assertTrue(rest.get(1).message().has("result"), rest.toString());
  }

  @ParameterizedTest
  @CsvSource({"'', 0", "error, 0", "warning, 1", "debug, 2"})
  void log_messages_come_as_the_request_asks_for_them(String level, int count) {
    ObjectNode params = Messages.callTool("logs", "{}");
    if (!level.isEmpty()) {
      params.set("_meta", Messages.json("{'io.modelcontextprotocol/logLevel':'%s'}", level));
    }
    List<JsonNode> messages = RIG.send(RIG.modern("tools/call", params)).messages();
    assertEquals(count + 1, messages.size(), messages.toString());
    messages.subList(0, count).forEach(log -> assertEquals(LOG, log.path("method").asString("")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"notifications/cancelled", "notifications/no-such"})
  void a_notification_is_accepted_and_has_no_answer(String method) {
    HttpReply reply =
        RIG.send(HttpCall.modern(Messages.notification(method, Messages.json("{'requestId':1}"))));
    assertEquals(202, reply.status());
    assertEquals("", reply.body());
  }

  @ParameterizedTest
  @CsvSource({
    "server/discover, {}",
    "tools/list, {}",
    "prompts/list, {}",
    "resources/list, {}",
    "resources/templates/list, {}",
    "resources/read, {'name':'note'}",
  })
  void what_may_be_kept_says_for_how_long_and_who_has_said_it(String method, String params) {
    HttpCall call = RIG.modern(method, Messages.json(params));
    JsonNode result = RIG.send(call).response().path("result");
    assertTrue(result.path("ttlMs").asInt(-1) >= 0, result.toString());
    assertTrue(List.of("public", "private").contains(result.path("cacheScope").asString("")));
    assertTrue(result.path("_meta").has("io.modelcontextprotocol/serverInfo"), result.toString());
    assertEquals(result, RIG.send(call).response().path("result"), "in the same order");
  }

  @Test
  void what_must_not_be_asked_of_this_client_is_refused_with_what_is_missing() {
    HttpReply reply = RIG.send(RIG.tool("again", "{}"));
    JsonNode error = reply.response().path("error");
    assertEquals(-32021, error.path("code").asInt(0), error.toString());
    assertEquals(400, reply.status());
    assertTrue(error.at("/data/requiredCapabilities/elicitation").isObject(), error.toString());
  }

  @Test
  void a_resource_that_is_not_there_has_the_code_of_this_revision() {
    JsonNode response =
        RIG.send(RIG.modern("resources/read", Messages.json("{'uri':'file:///no/such'}")))
            .response();
    assertEquals(-32602, response.at("/error/code").asInt(0), response.toString());
  }

  @Test
  void nothing_is_remembered_of_the_connection() {
    HttpConnection connection = RIG.connect();
    HttpReply asking = RIG.send(connection, RIG.modern("tools/call", call("again"), ELICITATION));
    assertTrue(answer(asking.response()).asksForMore());
    HttpReply second = RIG.send(connection, RIG.tool("again", "{}"));
    assertEquals(-32021, second.response().at("/error/code").asInt(0));
    assertTrue(RIG.send(connection, RIG.tool("first", "{}")).response().has("result"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"again", "asks"})
  void a_question_is_answered_through_another_connection(String tool) {
    ObjectNode call = call(tool);
    Answer asking = answer(RIG.send(RIG.modern("tools/call", call, ELICITATION)).response());
    ObjectNode again = call.deepCopy().put("requestState", Rounds.state(asking) + "x");
    again
        .withObjectProperty("inputResponses")
        .set(Rounds.question(asking).getKey(), Messages.value(ANN));
    HttpReply tampered = RIG.send(RIG.modern("tools/call", again, ELICITATION));
    assertEquals(-32602, tampered.response().at("/error/code").asInt(0));
    again.put("requestState", Rounds.state(asking));
    Answer answer = answer(RIG.send(RIG.modern("tools/call", again, ELICITATION)).response());
    assertTrue(answer.text().contains("Ann"), answer.message().toString());
  }

  private static ObjectNode call(String tool) {
    return Messages.callTool(tool, "{'token':'" + RIG.freshToken() + "'}");
  }

  private static Answer answer(JsonNode response) {
    return new Answer(response, Duration.ZERO);
  }

  @Test
  @Tag("slow")
  void those_who_listen_hear_what_they_asked_for_each_on_a_stream_of_its_own() {
    try (HttpRig rig = HttpRig.start(project -> {}, launcher -> launcher.workers(1, 1))) {
      HttpReply tools = listen(rig, "{'toolsListChanged':true}");
      HttpReply prompts = listen(rig, "{'promptsListChanged':true}");
      HttpConnection leaving = rig.connect();
      JsonNode left = rig.send(leaving, listening(rig, "{'toolsListChanged':true}")).nextMessage();
      assertEquals(Notices.ACKNOWLEDGED, left.path("method").asString(""));
      leaving.close();
      Editor editor = new Editor(rig.project());
      for (String name : List.of("one", "two")) {
        editor.put("tools/" + name, made -> made.tool(name, ToolScripts.HELLO));
        JsonNode told = tools.nextMessage();
        assertEquals(Notices.TOOLS, told.path("method").asString(""));
        assertTrue(Notices.tag(told).matches("\\d+"), told.toString());
      }
      assertTrue(prompts.isQuiet(Notices.QUIET), "it has not asked for tools");
      rig.process().signal(Signal.TERM);
      for (HttpReply stream : List.of(tools, prompts)) {
        JsonNode last = stream.response();
        assertEquals("complete", last.at("/result/resultType").asString(""), last.toString());
        assertTrue(last.at("/result/_meta").has(Notices.SUBSCRIPTION_ID), last.toString());
      }
      assertTrue(rig.process().awaitExit(Deadline.in(McpClient.PATIENCE)).isPresent());
    }
  }

  private static HttpCall listening(HttpRig rig, String filter) {
    return rig.modern("subscriptions/listen", Messages.json("{'notifications':%s}", filter));
  }

  /** A stream whose first message was its acknowledgement. */
  private static HttpReply listen(HttpRig rig, String filter) {
    HttpCall call = listening(rig, filter);
    HttpReply stream = rig.send(call);
    JsonNode first = stream.nextMessage();
    assertEquals(Notices.ACKNOWLEDGED, first.path("method").asString(""));
    assertEquals(Messages.json(filter), first.at("/params/notifications"));
    assertEquals(Messages.value(call.body()).get("id").toString(), Notices.tag(first));
    assertEquals("no", stream.header("X-Accel-Buffering"));
    return stream;
  }

  /** It offers to go on with HTTP/2 if it prefers that. */
  @ParameterizedTest
  @EnumSource
  void the_client_of_the_jdk_is_served(HttpClient.Version preferred) throws Exception {
    HttpCall call = RIG.allowed(RIG.tool("first", "{}"));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + RIG.port() + "/mcp"))
            .headers(
                call.headers().stream()
                    .flatMap(line -> Stream.of(line.split(": ", 2)))
                    .toArray(String[]::new))
            .POST(HttpRequest.BodyPublishers.ofString(call.body()))
            .build();
    HttpClient client = HttpClient.newBuilder().version(preferred).build();
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
    assertEquals(200, response.statusCode());
    assertTrue(response.body().contains("hello"), response.body());
  }
}
