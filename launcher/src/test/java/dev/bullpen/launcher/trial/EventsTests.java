package dev.bullpen.launcher.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Spoken;
import dev.bullpen.launcher.ask.Kind;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class EventsTests {
  private static final JsonNode ID = Json.object().numberNode(7);
  private static final String ASK = "elicitation/create";

  private final ObjectNode params = Json.object();
  private final Events events = new Events(true);

  private Optional<Events.Event> next() throws InterruptedException {
    return events.poll(0);
  }

  @Test
  void ctrl_c_of_an_earlier_request_cancels_no_later_one() throws Exception {
    events.begin();
    events.interrupted();
    events.end();
    events.begin();

    assertTrue(next().isEmpty());
    events.interrupted();
    assertTrue(next().orElseThrow() instanceof Events.Interrupted);
  }

  @Test
  void a_withdrawn_question_is_not_put() throws Exception {
    events.begin();
    assertTrue(events.asked(ID, ASK, params));
    events.notified("notifications/cancelled", Json.object().put("requestId", 8));
    assertEquals(new Events.Asked(ID, params), next().orElseThrow());

    assertTrue(events.asked(ID, ASK, params));
    events.notified("notifications/cancelled", Json.object().put("requestId", 7));
    assertTrue(next().isEmpty());
  }

  @Test
  void what_cannot_be_answered_is_refused() {
    events.begin();
    assertFalse(events.asked(ID, "sampling/createMessage", params));
    assertFalse(events.asked(ID, "roots/list", params));
    events.end();
    assertFalse(events.asked(ID, ASK, params)); // nothing waits for its answer

    Events ofPipe = new Events(false);
    ofPipe.begin();
    assertFalse(ofPipe.asked(ID, ASK, params));
  }

  @Test
  void lists_that_have_changed_are_asked_for_again_also_while_a_line_is_typed() {
    AtomicInteger times = new AtomicInteger();
    Lists lists =
        new Lists(
            kind -> {
              times.incrementAndGet();
              return List.of();
            });
    Spoken spoken = new Spoken(false);
    events.showOn(new PipeScreen(InputStream.nullInputStream(), spoken.console()), lists);
    lists.of(Kind.TOOLS);
    lists.of(Kind.TOOLS);
    assertEquals(1, times.get());

    events.notified("notifications/tools/list_changed", params);
    lists.of(Kind.TOOLS);
    assertEquals(2, times.get());
    events.notified(
        "notifications/message", Json.object().put("level", "info").put("data", "between"));
    assertEquals("info: between\n", spoken.err());
  }

  @Test
  void a_list_that_changes_while_it_is_asked_for_is_not_kept() {
    AtomicInteger times = new AtomicInteger();
    AtomicReference<Lists> asked = new AtomicReference<>();
    asked.set(
        new Lists(
            kind -> {
              if (times.incrementAndGet() == 1) {
                asked.get().forget();
              }
              return List.of();
            }));
    asked.get().of(Kind.TOOLS);
    asked.get().of(Kind.TOOLS);
    asked.get().of(Kind.TOOLS);
    assertEquals(2, times.get());
  }

  @Test
  void what_is_said_before_there_is_a_screen_is_not_lost() {
    events.said("first");
    events.notified(
        "notifications/message", Json.object().put("level", "warning").put("data", "second"));

    assertEquals("[first, warning: second]", events.saidSoFar().toString());
  }
}
