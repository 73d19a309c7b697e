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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Many clients of one engine, which use the same ids and tokens. */
@Tag("slow")
class ManySessionsTests {
  private static final int SESSIONS = 200;

  /** Of each session, one after the other with all others between. */
  private static final int CALLS = Rounds.of(50, 500);

  /** One of so many calls runs a script. */
  private static final int SCRIPT_EVERY = 25;

  private static final int WORKERS = 2;
  private static final String MODERN =
      "'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
          + "'io.modelcontextprotocol/clientCapabilities':{},'progressToken':1}";
  private static final String LEGACY = "'_meta':{'progressToken':1}";

  @TempDir Path folder;

  @AfterEach
  void no_process_is_left() throws IOException {
    assertFalse(Child.any(), "children left: " + Self.children());
  }

  /** What one client asks, and whether each message it is sent belongs to it. */
  private static final class Conversation {
    final TestClient client;
    final String name;
    final boolean isModern;
    int due;

    Conversation(ManyClients clients, int number) {
      client = clients.client("user " + number % 10);
      name = "session-" + number;
      isModern = number % 2 == 0;
      if (!isModern) {
        due++;
        client.send(
            "{'jsonrpc':'2.0','id':0,'method':'initialize','params':{'protocolVersion':'2025-11-25',"
                + "'capabilities':{},'clientInfo':{'name':'t','version':'0'}}}");
        client.send("{'jsonrpc':'2.0','method':'notifications/initialized'}");
      }
    }

    void ask(int id) {
      due++;
      if (id % SCRIPT_EVERY == 0) {
        call(id, "report", "'word':'%s %d'".formatted(name, id));
      } else {
        request(id, id % 2 == 0 ? "tools/list" : "prompts/list", "");
      }
    }

    void call(int id, String tool, String arguments) {
      request(id, "tools/call", "'name':'%s','arguments':{%s},".formatted(tool, arguments));
    }

    private void request(int id, String method, String params) {
      client.send(
          "{'jsonrpc':'2.0','id':%d,'method':'%s','params':{%s%s}}"
              .formatted(id, method, params, isModern ? MODERN : LEGACY));
    }

    long answers() {
      return client.received().stream().filter(message -> message.has("id")).count();
    }

    void assertAllItsOwn() {
      Set<Integer> answered = new HashSet<>();
      for (JsonNode message : client.received()) {
        String text = Json.text(message);
        if (message.has("id")) {
          int id = message.path("id").intValue();
          assertTrue(answered.add(id), () -> "two answers to " + id + " of " + name);
          assertTrue(message.has("result"), text);
          assertEquals(isScript(id), text.contains(name + " " + id), () -> name + " got " + text);
        } else {
          assertEquals("notifications/progress", message.path("method").stringValue());
          assertEquals(1, message.at("/params/progressToken").intValue());
          String word = message.at("/params/message").stringValue();
          assertTrue(word.startsWith(name + " "), () -> name + " was sent " + text);
        }
      }
      assertEquals(due, answered.size());
    }

    private static boolean isScript(int id) {
      return id > 0 && id % SCRIPT_EVERY == 0;
    }
  }

  @Test
  void each_of_many_clients_gets_what_it_asked_for_and_nothing_else() throws Exception {
    try (ManyClients clients = new ManyClients(folder, WORKERS)) {
      List<Conversation> all = new ArrayList<>();
      for (int i = 0; i < SESSIONS; i++) {
        all.add(new Conversation(clients, i));
      }
      Random chance = new Random(1);
      for (int id = 1; id <= CALLS; id++) {
        Collections.shuffle(all, chance);
        for (Conversation each : all) {
          each.ask(id);
        }
      }
      await()
          .atMost(ManyClients.LONG)
          .until(() -> all.stream().allMatch(each -> each.answers() == each.due));
      all.forEach(Conversation::assertAllItsOwn);
      assertTrue(
          all.stream().anyMatch(each -> each.client.received().size() > each.due),
          "no progress was sent at all");
    }
  }

  @Test
  void the_end_of_a_session_ends_its_calls_alone() throws Exception {
    try (ManyClients clients = new ManyClients(folder, 3)) {
      Conversation leaving = new Conversation(clients, 1);
      Conversation staying = new Conversation(clients, 3);
      leaving.call(7, "wait", "");
      List<Integer> itsPids = awaitPids(clients, 1);
      staying.call(7, "wait", "");
      List<Integer> others = awaitPids(clients, 2).subList(1, 2);

      leaving.client.end();

      await().atMost(ManyClients.LONG).until(() -> itsPids.stream().noneMatch(this::isAlive));
      assertTrue(others.stream().allMatch(this::isAlive), "the other session's call was ended");
      assertEquals(2, leaving.answers());
      assertTrue(
          Json.text(leaving.client.received().get(leaving.client.received().size() - 1))
              .contains("this session has ended"));
      assertEquals(1, staying.answers());
      leaving.call(8, "wait", "");
      staying.call(9, "echo", "'word':'on'");
      await().atMost(ManyClients.LONG).until(() -> staying.answers() == 2);
      assertEquals(2, leaving.answers(), "a session that has ended answers nothing");
      assertEquals(2, pids(clients).size(), "a session that has ended runs nothing");
    }
  }

  private static List<Integer> awaitPids(ManyClients clients, int count) {
    await().atMost(ManyClients.LONG).until(() -> pids(clients).size() == count);
    return pids(clients);
  }

  private static List<Integer> pids(ManyClients clients) {
    Path pids = clients.root.resolve("pids");
    try {
      return Files.exists(pids)
          ? Files.readAllLines(pids).stream().map(Integer::valueOf).toList()
          : List.of();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private boolean isAlive(int pid) {
    return Files.exists(Path.of("/proc", Integer.toString(pid)));
  }
}
