package dev.bullpen.server.engine;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.fuzz.Rounds;
import dev.bullpen.json.Json;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.server.engine.ManyClients.TestClient;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Calls that each need more than one thing of which there is less than there are calls. */
@Tag("slow")
class ManyNeedsTests {
  private static final int WORKERS = 3;
  private static final int CLIENTS = Rounds.of(6, 12);
  private static final int CALLS_EACH = 8;

  /** Each holds 8 MiB, if nothing else bounds it: together twice the heap. */
  private static final int DEAF = Rounds.of(60, 200);

  @TempDir Path folder;

  @AfterEach
  void no_process_is_left() throws IOException {
    assertFalse(Child.any(), "children left: " + Self.children());
  }

  /** A legacy client that has roots, and answers each question on demand. */
  private static final class Answering {
    final TestClient client;
    private final Set<Integer> answered = new HashSet<>();

    Answering(ManyClients clients, int number) {
      client = clients.client("user " + number % 3);
      client.send(
          "{'jsonrpc':'2.0','id':0,'method':'initialize','params':{'protocolVersion':'2025-11-25',"
              + "'capabilities':{'roots':{},'elicitation':{}},"
              + "'clientInfo':{'name':'t','version':'0'}}}");
      client.send("{'jsonrpc':'2.0','method':'notifications/initialized'}");
      for (int id = 1; id <= CALLS_EACH; id++) {
        client.send(
            "{'jsonrpc':'2.0','id':%d,'method':'tools/call','params':{'name':'ask','arguments':{}}}"
                .formatted(id));
      }
    }

    void answerQuestions() {
      for (JsonNode message : client.received()) {
        if (message.has("method") && message.has("id")) {
          int id = message.path("id").intValue();
          if (answered.add(id)) {
            String result =
                message.path("method").stringValue().equals("roots/list")
                    ? "{'roots':[]}"
                    : "{'action':'accept','content':{}}";
            client.send("{'jsonrpc':'2.0','id':%d,'result':%s}".formatted(id, result));
          }
        }
      }
    }

    List<JsonNode> results() {
      return client.received().stream().filter(message -> !message.has("method")).toList();
    }
  }

  @Test
  void none_waits_for_ever_for_policy_roots_helpers_and_its_client() throws Exception {
    try (ManyClients clients = new ManyClients(folder, WORKERS)) {
      clients.askPolicy();
      List<Answering> all = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        all.add(new Answering(clients, i));
      }
      await()
          .atMost(ManyClients.LONG)
          .until(
              () -> {
                all.forEach(Answering::answerQuestions);
                return all.stream().allMatch(each -> each.results().size() == CALLS_EACH + 1);
              });
      for (Answering each : all) {
        for (JsonNode result : each.results().subList(1, CALLS_EACH + 1)) {
          assertTrue(Json.text(result).contains("accept"), Json.text(result));
        }
      }
    }
  }

  @Tag("slow")
  @Test
  void a_client_that_does_not_answer_or_read_keeps_no_other_from_its_own() throws Exception {
    try (ManyClients clients = new ManyClients(folder, WORKERS)) {
      TestClient deaf = clients.client("deaf");
      deaf.send(
          "{'jsonrpc':'2.0','id':0,'method':'initialize','params':{'protocolVersion':'2025-11-25',"
              + "'capabilities':{},'clientInfo':{'name':'t','version':'0'}}}");
      deaf.awaitMessages(1);
      deaf.stopReading();
      for (int id = 1; id <= 2 * WORKERS + 10; id++) {
        deaf.send(
            "{'jsonrpc':'2.0','id':%d,'method':'tools/call','params':{'name':'much','arguments':{}}}"
                .formatted(id));
      }
      await().atMost(ManyClients.LONG).until(() -> deaf.session().client().isFull());

      Answering other = new Answering(clients, 1);
      await()
          .atMost(ManyClients.LONG)
          .until(
              () -> {
                other.answerQuestions();
                return other.results().size() == CALLS_EACH + 1;
              });
      assertEquals(1, deaf.received().size());
    }
  }

  @Tag("slow")
  @Test
  void many_clients_that_read_nothing_leave_the_heap_to_one_that_does() throws Exception {
    Process server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xmx256m",
                "-Xss512k",
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path")
                    + File.pathSeparator
                    + System.getProperty("jdk.module.path", ""),
                UnreadAnswers.class.getName(),
                folder.toString(),
                Integer.toString(DEAF))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      String said = new String(server.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(said.startsWith("answered {"), said);
      assertEquals(0, server.waitFor());
    } finally {
      server.destroyForcibly().waitFor();
    }
  }
}
