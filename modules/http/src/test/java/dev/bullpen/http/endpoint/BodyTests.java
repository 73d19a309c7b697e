package dev.bullpen.http.endpoint;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BodyTests {
  private final Body.Room room = new Body.Room(10);

  @Test
  void all_bodies_together_have_so_much_room_and_no_more() {
    assertTrue(room.take(6));
    assertFalse(room.take(5));
    assertTrue(room.take(4), "what was refused took nothing");
    room.free(6);
    assertTrue(room.take(5));
  }
}
