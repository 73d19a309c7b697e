package dev.bullpen.launcher.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.script.RemoteToken;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Against servers of a few lines of shell. */
class ServerTests {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  @Test
  void answers_find_their_requests_in_whatever_order_they_come() throws Exception {
    try (ServerProcess server =
        shell(
            "read a; read b",
            "echo '{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"n\":\"second\"}}'",
            "echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"n\":\"first\"}}'",
            "read end")) {
      Server.Call first = server.ask("a", Json.object());
      Server.Call second = server.ask("b", Json.object());

      assertEquals("first", first.await(LIMIT).result().path("n").stringValue(""));
      assertEquals("second", second.await(LIMIT).result().path("n").stringValue(""));
    }
  }

  @Test
  void a_server_that_wants_a_token_gets_it_beside_other_metadata() throws Exception {
    String secret = "0123456789abcdef0123456789abcdef";
    ProcessBuilder shell =
        new ProcessBuilder(
            "/bin/sh",
            "-c",
            "read -r notified; read -r asked; echo \"{\\\"id\\\":1,\\\"result\\\":[$notified,$asked]}\"; read end");
    ObjectNode params = Json.object();
    params.putObject("_meta").put("progressToken", 7);
    try (ServerProcess server =
        ServerProcess.start(
            shell, RemoteToken.of(Map.of("MCPBASH_REMOTE_TOKEN", secret)), (method, said) -> {})) {
      server.sendNotification("notifications/initialized", Json.object());
      JsonNode lines = server.ask("ping", params).await(LIMIT).result();

      String carried = "\"mcpbash/remoteToken\":\"" + secret + "\"";
      assertEquals("{\"_meta\":{" + carried + "}}", Json.text(lines.at("/0/params")));
      assertEquals(
          "{\"_meta\":{\"progressToken\":7," + carried + "}}", Json.text(lines.at("/1/params")));
      assertEquals("{\"_meta\":{\"progressToken\":7}}", Json.text(params));
    }
  }

  @Test
  void an_error_without_an_id_is_that_of_the_oldest_call_which_has_not_been_cancelled()
      throws Exception {
    try (ServerProcess server =
        shell(
            "read a; read b; read cancelled",
            "echo '{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"no\"}}'",
            "read end")) {
      Server.Call cancelled = server.ask("a", Json.object());
      Server.Call waiting = server.ask("b", Json.object());
      server.cancel(cancelled, "enough");

      assertTrue(waiting.await(LIMIT).isError());
      assertFalse(cancelled.isAnswered());
    }
  }

  @Test
  void notifications_and_requests_of_the_server_answer_nothing() throws Exception {
    try (ServerProcess server =
        shell(
            "read a",
            "echo '{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}'",
            "echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}'",
            "echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}'",
            "read end")) {
      assertFalse(server.ask("a", Json.object()).await(LIMIT).message().has("method"));
    }
  }

  @Test
  void a_silent_server_is_waited_for_no_longer_than_set() throws Exception {
    try (ServerProcess server = shell("read a; read end")) {
      Server.Call call = server.ask("ping", Json.object());

      ServerException e =
          assertThrows(ServerException.class, () -> call.await(Duration.ofMillis(1)));
      assertTrue(e.getMessage().contains("did not answer ping"), e.getMessage());
    }
  }

  @Test
  void closing_ends_the_servers_input_and_waits_for_its_exit() throws Exception {
    ServerProcess server = shell("read end");
    ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();

    server.close();

    assertFalse(process.isAlive());
  }

  @Test
  void a_server_that_stays_is_killed_and_reported() throws Exception {
    ServerProcess server = shell("read end; while :; do read more </dev/zero; done");
    ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();
    server.endInput();

    assertThrows(ServerException.class, () -> server.awaitExit(Duration.ofMillis(1)));
    process.onExit().get(LIMIT.toSeconds(), java.util.concurrent.TimeUnit.SECONDS);
  }

  @Test
  void what_cannot_be_started_is_reported() {
    ServerException e =
        assertThrows(
            ServerException.class,
            () -> ServerProcess.start(new ProcessBuilder("/no/such/program")));

    assertTrue(e.getMessage().contains("/no/such/program"), e.getMessage());
  }

  private static ServerProcess shell(String... lines) throws ServerException {
    return ServerProcess.start(new ProcessBuilder("/bin/sh", "-c", String.join("\n", lines)));
  }
}
