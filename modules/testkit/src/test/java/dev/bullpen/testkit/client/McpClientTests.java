package dev.bullpen.testkit.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

class McpClientTests {
  @ParameterizedTest
  @EnumSource(Revision.class)
  void every_revision_opens_in_its_own_way(Revision revision) {
    try (McpClient client = stub(revision, "read l; echo \"$l\" >&2", result(1, "{}"), "read l")) {
      assertFalse(client.handshake().failed());
      String first = client.process().transcript().lines().get(0).text();
      if (revision.handshake()) {
        assertTrue(first.contains("\"protocolVersion\":\"" + revision + "\""), first);
        assertTrue(
            client.process().transcript().lines().stream()
                .anyMatch(line -> line.text().contains("notifications/initialized")));
      } else {
        assertTrue(first.contains("io.modelcontextprotocol/protocolVersion"), first);
      }
    }
  }

  @Test
  void an_answer_in_a_batch_is_found_and_a_second_answer_is_counted() {
    try (McpClient client =
        stub(
            Revision.V2025_03_26,
            "read l",
            "echo '[{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{}},"
                + "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"completion\":{\"values\":[\"v\"]}}}]'",
            result(1, "{}"),
            "read l")) {
      long id = client.send("completion/complete", Messages.completePrompt("p", "a", ""));
      assertEquals(List.of("v"), client.await(id, McpClient.PATIENCE).values());
      client.process().transcript().await(line -> line.text().startsWith("{"), soon());
      assertEquals(2, client.answers(id));
      assertEquals(
          result(1, "{}"),
          "echo '"
              + client.process().transcript().awaitResponse("1", 1, soon()).orElseThrow().text()
              + "'");
      assertEquals(1, client.process().transcript().responses("\"1\"").size());
      assertEquals(0, client.answers(2));
    }
  }

  @Test
  void a_missing_answer_fails_with_a_diagnosis() {
    try (McpClient client = stub(Revision.V2025_11_25, "echo complaint >&2", "read l", "read l")) {
      client.process().stderr().assertSays("complaint");
      long id = client.send("ping", Messages.json("{}"));
      AssertionError e =
          assertThrows(AssertionError.class, () -> client.await(id, Duration.ofMillis(200)));
      assertTrue(e.getMessage().contains("no answer to request 1 in PT0.2S"), e.getMessage());
      assertTrue(e.getMessage().contains("complaint"), e.getMessage());
      assertTrue(e.getMessage().contains("(sh) sh -c"), e.getMessage());
    }
  }

  @Test
  void a_stateless_client_says_what_it_can_beside_what_the_request_says() {
    try (McpClient client =
        new McpClient(
            Launcher.of("sh", "-c", "read l; read l").start(),
            Revision.V2026_07_28,
            Messages.json("{'roots':{}}"))) {
      client.send("tools/call", Messages.json("{'name':'x','_meta':{'progressToken':7}}"));
      client.send("tools/call", Messages.json("{'name':'x','_meta':7}"));
      List<Line> lines = client.process().transcript().lines();
      assertEquals(
          "{\"name\":\"x\",\"_meta\":{\"progressToken\":7,"
              + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
              + "\"io.modelcontextprotocol/clientCapabilities\":{\"roots\":{}}}}",
          lines.get(0).json().orElseThrow().get("params").toString());
      assertTrue(lines.get(1).text().contains("\"_meta\":7"), lines.get(1).text());
    }
  }

  @Test
  void requests_of_the_server_are_heard_in_turn_and_answered() {
    String ask = "{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"method\":\"roots/list\"}";
    try (McpClient client =
        stub(
            Revision.V2025_11_25,
            "echo '" + ask.formatted("a") + "'",
            "echo '" + ask.formatted("b") + "'",
            "read l; echo \"$l\"; read l; echo \"$l\"; read l")) {
      assertEquals("a", client.asked("roots/list", 0).get("id").stringValue());
      JsonNode second = client.asked("roots/list", 1);
      client.reply(second, "{'roots':[]}");
      client.refuse(second, -32601, "no");
      Transcript transcript = client.process().transcript();
      transcript.awaitResponse("\"b\"", 1, soon());
      assertEquals(
          List.of(
              "{\"jsonrpc\":\"2.0\",\"id\":\"b\",\"result\":{\"roots\":[]}}",
              "{\"jsonrpc\":\"2.0\",\"id\":\"b\",\"error\":{\"code\":-32601,\"message\":\"no\"}}"),
          transcript.responses("\"b\"").stream().map(Line::text).toList());
      assertEquals(2, transcript.heard("roots/list").size());
    }
  }

  private static Deadline soon() {
    return Deadline.in(McpClient.PATIENCE);
  }

  private static McpClient stub(Revision revision, String... commands) {
    return new McpClient(Launcher.of("sh", "-c", String.join("\n", commands)).start(), revision);
  }

  private static String result(long id, String result) {
    return "echo '{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}'";
  }
}
