package dev.bullpen.server.engine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.Message;
import dev.bullpen.server.call.Reply.LineReply;
import dev.bullpen.server.engine.ManyClients.TestClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineEndTests {
  private static final int CLIENTS = 100;

  /** Half of what they would take one after the other. */
  private static final Duration AT_ONCE = Duration.ofSeconds(10);

  @TempDir Path folder;

  @Test
  void clients_that_read_nothing_delay_the_end_no_more_than_one_does() throws Exception {
    ManyClients clients = new ManyClients(folder, 1);
    for (int i = 0; i < CLIENTS; i++) {
      TestClient deaf = clients.client("user " + i);
      deaf.stopReading();
      deaf.send("{'jsonrpc':'2.0','id':1,'method':'ping'}");
    }
    TestClient reading = clients.client("reader");
    reading.send("{'jsonrpc':'2.0','id':1,'method':'ping'}");
    long begun = System.nanoTime();
    clients.close();
    Duration taken = Duration.ofNanos(System.nanoTime() - begun);
    assertTrue(taken.compareTo(AT_ONCE) < 0, "the end took " + taken);
    reading.awaitMessages(1);
  }

  @Test
  void a_session_that_begins_after_the_end_has_ended_with_the_same_sentence() throws Exception {
    ManyClients clients = new ManyClients(folder, 1);
    clients.close();
    TestClient late = clients.client("late");
    byte[] list =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{}}"
            .getBytes(StandardCharsets.UTF_8);
    late.session().serve(Message.parse(list), new LineReply(late.session().client().out()));
    late.awaitMessages(1);
    String answer = Json.text(late.received().get(0));
    assertTrue(answer.contains("the test is over"), answer);
  }
}
