package dev.bullpen.acceptance.http;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Rounds;
import dev.bullpen.testkit.rig.HttpRig;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.ToolScripts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/** How a server over HTTP ends, as its operator and a balancer in front see it. */
class DrainTests {
  private static final String TOKEN = "t".repeat(40);

  /** More than the system keeps of a connection that is not read, which is 4 MiB. */
  private static final int LARGE = 9_000_000;

  /** Of the five seconds for which it refuses nothing, most are left when it is seen to drain. */
  private static final Duration OFTEN = Duration.ofMillis(10);

  private static final String ELICITATION = "{'elicitation':{}}";
  private static final String ANN = "{'action':'accept','content':{'name':'Ann'}}";

  @TempDir private Path folder;

  private static void tools(ProjectFixture project) {
    project.tool("wait", ToolScripts.WAIT).tool("hello", ToolScripts.HELLO);
  }

  private static HttpRig start(String... more) {
    return HttpRig.start(DrainTests::tools, launcher -> launcher.workers(1, 2).with(more));
  }

  private static HttpCall health(String path) {
    return HttpCall.bare(Revision.V2026_07_28, "GET").to("GET /health/" + path);
  }

  /** Of the answer to a request for that host. */
  private static String statusLine(HttpRig rig, String target, String host) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), rig.port())) {
      socket.setSoTimeout((int) McpClient.PATIENCE.toMillis());
      String head = target + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      byte[] answer = socket.getInputStream().readAllBytes();
      return new String(answer, StandardCharsets.UTF_8).lines().findFirst().orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Job waiting(HttpRig rig, String token) {
    return rig.ready(token, 1);
  }

  private static void assertExit(HttpRig rig, int code) {
    assertEquals(OptionalInt.of(code), rig.process().awaitExit(Deadline.in(McpClient.PATIENCE)));
  }

  private static void assertABalancerHearsByWhateverNameItCallsTheServer(HttpRig rig) {
    for (String path : List.of("live", "ready")) {
      assertEquals(
          "HTTP/1.1 200 OK", statusLine(rig, "GET /health/" + path, "10.0.0.1:8080"), path);
      assertEquals("{\"status\":\"%s\"}".formatted(path), rig.send(health(path)).body().strip());
    }
    assertEquals(404, rig.send(health("else")).status());
    assertEquals(
        "HTTP/1.1 403 Forbidden",
        statusLine(rig, "GET /mcp", "10.0.0.1:8080"),
        "the endpoint is not called so");
  }

  static Stream<Signal> signals() {
    return Size.first(1, Signal.TERM, Signal.INT);
  }

  @ParameterizedTest
  @MethodSource("signals")
  void a_balancer_hears_whether_to_send_requests_and_what_runs_is_answered_at_the_end(
      Signal signal) {
    try (HttpRig rig = start()) {
      assertABalancerHearsByWhateverNameItCallsTheServer(rig);
      String token = rig.freshToken();
      HttpReply running = rig.send(rig.tool("wait", "{'token':'" + token + "'}"));
      waiting(rig, token);
      rig.process().signal(signal);
      await()
          .atMost(McpClient.PATIENCE)
          .untilAsserted(() -> assertEquals(503, rig.send(health("ready")).status()));
      assertEquals(200, rig.send(health("live")).status());
      HttpReply late = rig.send(rig.tool("hello", "{}"));
      assertEquals(503, late.status());
      assertEquals("close", late.header("Connection"));
      rig.gate().letThrough(token, "go");
      String said = Json.text(running.response());
      assertTrue(said.contains("let through: go"), said);
      assertExit(rig, 0);
    }
  }

  /** Behind a proxy only who has a token is let in. */
  private HttpRig startBehindProxy() throws IOException {
    Path tokens =
        TokenFile.write(
            folder.resolve("tokens"),
            "{\"name\": \"alice\", \"sha256\": \"%s\", \"tools\": [\"*\"], \"prompts\": [\"*\"]}"
                .formatted(TokenFile.hash(TOKEN)));
    return HttpRig.start(
        DrainTests::tools,
        launcher ->
            launcher.workers(1, 3).with("--behind-proxy", "--token-file", tokens.toString()),
        Optional.of(TOKEN));
  }

  @Test
  void behind_a_proxy_nothing_is_refused_while_the_proxy_may_not_know() throws IOException {
    try (HttpRig rig = startBehindProxy()) {
      String token = rig.freshToken();
      HttpReply running = rig.send(rig.tool("wait", "{'token':'" + token + "'}"));
      waiting(rig, token);
      rig.process().signal(Signal.TERM);
      await()
          .pollInterval(OFTEN)
          .atMost(McpClient.PATIENCE)
          .untilAsserted(() -> assertEquals(503, rig.send(health("ready")).status()));
      HttpReply late = rig.send(rig.tool("hello", "{}"));
      assertEquals(200, late.status());
      assertTrue(Json.text(late.response()).contains("hello"));
      assertEquals("close", late.header("Connection"), "its next request goes elsewhere");
      await()
          .atMost(McpClient.PATIENCE)
          .untilAsserted(() -> assertEquals(503, rig.send(rig.tool("hello", "{}")).status()));
      rig.gate().letThrough(token, "go");
      String said = Json.text(running.response());
      assertTrue(said.contains("let through: go"), said);
      assertExit(rig, 0);
    }
  }

  @Test
  void an_answer_that_is_being_written_is_written_to_its_end() throws IOException {
    String large = "head -c " + LARGE + " /dev/zero | tr '\\0' x\n";
    try (HttpRig rig =
            HttpRig.start(
                project -> project.tool("large", large), launcher -> launcher.workers(1, 2));
        Socket slow = new Socket()) {
      slow.setReceiveBufferSize(4096); // what has been written is not all in the system's buffers
      slow.connect(new InetSocketAddress("127.0.0.1", rig.port()));
      HttpConnection connection = new HttpConnection(slow, "127.0.0.1:" + rig.port());
      HttpReply answer = rig.send(connection, rig.tool("large", "{}"));
      assertEquals(200, answer.status());
      rig.process().signal(Signal.TERM);
      assertEquals(
          OptionalInt.empty(),
          rig.process().awaitExit(Deadline.in(Duration.ofSeconds(2))),
          "the server waits for its client");
      assertEquals(LARGE, answer.response().at("/result/content/0/text").asString("").length());
      assertExit(rig, 0);
    }
  }

  @Test
  void a_script_that_asks_its_client_during_the_drain_is_answered_still() {
    try (HttpRig rig = HttpRig.start(TalkingTools::project, launcher -> launcher.workers(1, 3))) {
      String token = rig.freshToken();
      ObjectNode call = Messages.callTool("asks-late", "{'token':'" + token + "'}");
      HttpReply running = rig.send(rig.modern("tools/call", call, ELICITATION));
      waiting(rig, token);
      drain(rig);
      rig.gate().letThrough(token, "ask");
      ObjectNode retry = retry(call, answer(running));
      assertEquals(
          OptionalInt.empty(),
          rig.process().awaitExit(Deadline.in(Duration.ofMillis(500))),
          "the server waits for the answer");
      Answer answer = answer(rig.send(rig.modern("tools/call", retry, ELICITATION)));
      assertTrue(answer.text().contains("Ann"), answer.message().toString());
      assertExit(rig, 0);
    }
  }

  @Test
  void a_late_call_is_begun_only_if_a_script_waits_for_it_which_is_answered_still() {
    try (HttpRig rig = HttpRig.start(TalkingTools::project, launcher -> launcher.workers(1, 3))) {
      ObjectNode call = Messages.callTool("asks", "{'token':'" + rig.freshToken() + "'}");
      Answer asking = answer(rig.send(rig.modern("tools/call", call, ELICITATION)));
      ObjectNode retry = retry(call, asking);
      drain(rig);
      ObjectNode unknown = Messages.callTool("hello", "{}").put("requestState", "unknown");
      ObjectNode ofAnother = retry.deepCopy().put("name", "hello");
      ObjectNode changed = retry.deepCopy();
      changed.withObjectProperty("arguments").put("more", true);
      for (ObjectNode late : List.of(unknown, ofAnother, changed)) {
        assertEquals(503, rig.send(rig.modern("tools/call", late, ELICITATION)).status());
      }
      assertEquals(503, rig.send(rig.modern("prompts/get", retry, ELICITATION)).status());
      Answer answer = answer(rig.send(rig.modern("tools/call", retry, ELICITATION)));
      assertTrue(answer.text().contains("Ann"), answer.message().toString());
      assertExit(rig, 0);
    }
  }

  /** Have the server end, until it begins no new calls. */
  private static void drain(HttpRig rig) {
    rig.process().signal(Signal.TERM);
    await()
        .atMost(McpClient.PATIENCE)
        .untilAsserted(() -> assertEquals(503, rig.send(rig.tool("hello", "{}")).status()));
  }

  /** The call once more, with the answer to its question. */
  private static ObjectNode retry(ObjectNode call, Answer asking) {
    ObjectNode again = call.deepCopy().put("requestState", Rounds.state(asking));
    again
        .withObjectProperty("inputResponses")
        .set(Rounds.question(asking).getKey(), Messages.value(ANN));
    return again;
  }

  private static Answer answer(HttpReply reply) {
    return new Answer(reply.response(), Duration.ZERO);
  }

  @Test
  void a_second_signal_ends_the_server_at_once() {
    try (HttpRig rig = start("--drain", "100000")) {
      String token = rig.freshToken();
      HttpReply running = rig.send(rig.tool("wait", "{'token':'" + token + "'}"));
      Job job = waiting(rig, token);
      rig.process().signal(Signal.TERM);
      await()
          .atMost(McpClient.PATIENCE)
          .untilAsserted(() -> assertEquals(503, rig.send(health("ready")).status()));
      assertTrue(rig.process().running(), "the control: the call keeps the server");
      assertFalse(rig.awaitGone(job, Duration.ofMillis(500)).none(), "and is not stopped");
      rig.process().signal(Signal.TERM);
      assertTrue(Json.text(running.response()).contains("server is ending"));
      assertExit(rig, 0);
      rig.assertGone(job);
    }
  }
}
