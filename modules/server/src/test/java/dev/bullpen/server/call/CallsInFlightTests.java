package dev.bullpen.server.call;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.server.call.Reply.LineReply;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallsInFlightTests {
  private final CallsInFlight calls = new CallsInFlight(2);
  private final List<Call> entered = new ArrayList<>();

  private boolean enter(String tool) {
    entered.add(
        Calls.open(entered.size(), new LineReply(Wire.reading().writer()), new CallTable()));
    return calls.enter(tool, entered.get(entered.size() - 1));
  }

  @Test
  void each_tool_has_its_own_room() {
    assertTrue(enter("a"));
    assertTrue(enter("a"));
    assertFalse(enter("a"));
    assertTrue(enter("b"));
  }

  @Test
  void each_call_that_leaves_makes_room_for_one() {
    enter("a");
    enter("a");
    calls.leave("a", entered.get(0));
    assertTrue(enter("a"));
    assertFalse(enter("a"));
  }

  @Test
  void who_is_answered_makes_room_before_he_has_left() {
    enter("a");
    enter("a");
    entered.get(1).answer(Json.object());
    assertTrue(enter("a"));
    assertFalse(enter("a"));
    calls.leave("a", entered.get(1));
    assertFalse(enter("a"));
  }
}
