package dev.bullpen.server.call;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CallsInFlightTests {
  private final CallsInFlight calls = new CallsInFlight(2);

  @Test
  void each_tool_has_its_own_room() {
    assertTrue(calls.enter("a"));
    assertTrue(calls.enter("a"));
    assertFalse(calls.enter("a"));
    assertTrue(calls.enter("b"));
  }

  @Test
  void whoever_leaves_makes_room_for_one() {
    calls.enter("a");
    calls.enter("a");
    calls.leave("a");
    assertTrue(calls.enter("a"));
    assertFalse(calls.enter("a"));
  }
}
