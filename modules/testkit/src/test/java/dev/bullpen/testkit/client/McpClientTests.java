package dev.bullpen.testkit.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
  void an_error_says_its_code_its_sentence_and_its_reason() {
    try (McpClient client =
        stub(
            Revision.V2025_11_25,
            "read l",
            "echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32603,\"message\":\"no\",\"data\":{\"reason\":\"killed\"}}}'",
            "read l")) {
      Answer answer = client.ping();
      assertTrue(answer.failed());
      assertEquals(OptionalInt.of(-32603), answer.code());
      assertEquals("no", answer.errorText());
      assertEquals(Optional.of("killed"), answer.reason());
      assertEquals(List.of(), answer.values());
    }
  }

  @Test
  void a_missing_answer_fails_with_a_diagnosis() {
    try (McpClient client = stub(Revision.V2025_11_25, "echo complaint >&2", "read l", "read l")) {
      long id = client.send("ping", Messages.json("{}"));
      AssertionError e =
          assertThrows(AssertionError.class, () -> client.await(id, Duration.ofMillis(200)));
      assertTrue(e.getMessage().contains("no answer to request 1 in PT0.2S"), e.getMessage());
      assertTrue(e.getMessage().contains("complaint"), e.getMessage());
      assertTrue(e.getMessage().contains("(sh) sh -c"), e.getMessage());
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
