package dev.bullpen.server.asking;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.ProgressToken;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.line.OutgoingMessages;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Reply;
import dev.bullpen.server.thread.Timers;
import dev.bullpen.server.thread.Timers.Later;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class ProgressRelayTests {
  private static final int NO_LIMIT = 0;

  private final List<String> sent = new CopyOnWriteArrayList<>();
  private final Call call = Calls.open(1, new Listening(), new CallTable());
  private final ProgressToken token =
      ProgressToken.of(Json.object().put("t", "7").get("t")).orElseThrow();

  /** Keeps what is sent. */
  private final class Listening implements Reply {
    @Override
    public OutgoingMessages way() {
      throw new AssertionError("nothing is asked");
    }

    @Override
    public void deliver(RequestId id, ObjectNode message) {
      sent.add("answer");
    }

    @Override
    public void offer(RequestId id, ObjectNode notification) {
      JsonNode params = notification.get("params");
      assertEquals("\"7\"", Json.text(params.get("progressToken")));
      sent.add(Json.text(params.get("progress")));
    }

    @Override
    public void send(RequestId id, ObjectNode notification) {
      offer(id, notification);
    }

    @Override
    public void none() {}

    @Override
    public void withdraw(RequestId id) {}
  }

  private ProgressRelay relay(int perMinute) {
    return relay(perMinute, new Timers()::after);
  }

  private ProgressRelay relay(int perMinute, Later later) {
    return new ProgressRelay(call, token, perMinute, later);
  }

  private static ObjectNode progress(double value) {
    return Json.object().put("progress", value);
  }

  @Test
  void progress_only_rises() {
    ProgressRelay relay = relay(NO_LIMIT);
    for (double value : new double[] {-1, 10, 10, 5, 20.5, 20.5, 20}) {
      relay.take(progress(value));
    }
    relay.take(Json.object().put("progress", "30"));
    assertEquals(List.of("-1.0", "10.0", "20.5"), sent);
  }

  @Test
  void what_is_too_much_is_held_and_the_newest_comes_before_the_answer() {
    ProgressRelay relay = relay(2);
    for (int i = 1; i <= 1000; i++) {
      relay.take(progress(i));
    }
    assertEquals(List.of("1.0"), sent);
    relay.flush();
    call.answer(Json.object());
    relay.take(progress(2000));
    relay.flush();
    assertEquals(List.of("1.0", "1000.0", "answer"), sent);
  }

  @Test
  void of_a_budget_of_one_the_last_is_what_comes() {
    ProgressRelay relay = relay(1);
    relay.take(progress(1));
    relay.take(progress(2));
    relay.flush();
    assertEquals(List.of("2.0"), sent);
  }

  @Test
  void of_a_call_that_is_cancelled_nothing_is_held() {
    Deque<Runnable> later = new ArrayDeque<>();
    ProgressRelay relay =
        relay(
            1,
            (delay, task) -> {
              later.add(task);
              return CompletableFuture.completedFuture(null);
            });
    relay.take(progress(1));
    later.remove().run();
    assertEquals(1, later.size(), "it waits for the answer");
    call.cancel();
    later.remove().run();
    relay.take(progress(2));
    assertEquals(0, later.size());
    assertEquals(List.of(), sent);
  }

  @Test
  void what_is_held_comes_by_itself_when_there_is_budget_again() {
    long begun = System.nanoTime();
    ProgressRelay relay = relay(60); // one a second
    for (int i = 1; i <= 70; i++) {
      relay.take(progress(i));
    }
    assertTold(59, begun);
    await().atMost(Duration.ofSeconds(30)).until(() -> sent.get(sent.size() - 1).equals("70.0"));
    assertTold(60, begun);
  }

  /** A budget grows with the time, also while this test is held up. */
  private void assertTold(int least, long begun) {
    int count = sent.size();
    long most = 60 + Duration.ofNanos(System.nanoTime() - begun).toSeconds();
    assertTrue(least <= count && count <= most, count + " sent, and at most " + most + " may be");
  }
}
