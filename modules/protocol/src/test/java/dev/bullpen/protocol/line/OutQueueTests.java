package dev.bullpen.protocol.line;

import static dev.bullpen.protocol.Trees.id;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutQueueTests {
  private final OutQueue queue =
      new OutQueue(new OutgoingBudget(Long.MAX_VALUE, new WaterMarks(100, 40)));

  @Test
  void lines_are_taken_in_order_as_many_as_fit() {
    for (String text : List.of("a", "b", "c", "d")) {
      queue.add(lasting(text, 10));
    }
    assertEquals("a", taken(19));
    assertEquals("bc", taken(20));
    assertEquals("d", taken(21));
    assertEquals("", taken(21));
  }

  @Test
  void a_line_larger_than_fits_is_taken_alone() {
    queue.add(lasting("a", 50));
    queue.add(lasting("b", 2));
    assertEquals("a", taken(49));
    assertEquals("b", taken(49));
  }

  @Test
  void it_is_full_beyond_the_high_mark() {
    queue.add(lasting("a", 99));
    assertFalse(queue.isFull());
    queue.add(lasting("b", 1));
    assertFalse(queue.isFull());
    queue.add(lasting("c", 1));
    assertTrue(queue.isFull());
  }

  @Test
  void it_has_room_again_at_the_low_mark_and_says_so_once() {
    for (int length : new int[] {60, 1, 40, 1}) {
      queue.add(lasting("x", length));
    }
    write(60);
    assertFalse(queue.reopen());
    assertTrue(queue.isFull());
    write(1);
    assertFalse(queue.reopen(), "41 bytes wait");
    queue.withdraw(id(1));
    write(40);
    assertTrue(queue.reopen());
    assertFalse(queue.isFull());
    assertFalse(queue.reopen());
  }

  @Test
  void at_the_low_mark_exactly_there_is_room() {
    queue.add(lasting("a", 61));
    queue.add(lasting("b", 40));
    write(61);
    assertTrue(queue.reopen());
  }

  @Test
  void lines_being_written_still_take_room() {
    queue.add(lasting("a", 100));
    taken(100);
    assertTrue(queue.isEmpty());
    assertFalse(queue.isIdle());
    queue.add(lasting("b", 1));
    assertTrue(queue.isFull());
    queue.written();
    assertTrue(queue.reopen());
  }

  @Test
  void what_may_be_dropped_is_dropped_oldest_first_beyond_the_high_mark() {
    assertTrue(queue.add(droppable("a", 1, 30)));
    assertTrue(queue.add(lasting("B", 40)));
    assertTrue(queue.add(droppable("c", 1, 30)));
    assertTrue(queue.add(droppable("d", 1, 30)));
    assertTrue(queue.add(response("E", 2, 2)));
    assertFalse(queue.isFull());
    assertEquals("BdE", taken(1000));
  }

  @Test
  void a_line_there_is_no_room_for_is_not_taken() {
    queue.add(lasting("A", 100));
    assertFalse(queue.add(droppable("b", 1, 1)));
    assertFalse(queue.isFull());
    assertEquals("A", taken(1000));
  }

  @Test
  void what_was_written_is_not_dropped_once_more() {
    queue.add(droppable("a", 1, 30));
    write(1000);
    assertNothingToDrop();
  }

  @Test
  void what_was_withdrawn_is_not_dropped_once_more() {
    queue.add(droppable("a", 1, 30));
    queue.withdraw(id(1));
    assertNothingToDrop();
  }

  @Test
  void answers_are_never_dropped() {
    for (int i = 0; i < 50; i++) {
      assertTrue(queue.add(response("a", i, 100)));
    }
    assertEquals("a".repeat(50), taken(5000));
  }

  @Test
  void withdrawing_a_request_removes_its_answer_and_its_progress() {
    queue.add(droppable("a", 1, 5));
    queue.add(droppable("b", 2, 5));
    queue.add(lasting("c", 5));
    queue.add(response("d", 1, 5));
    queue.add(response("e", 2, 5));
    assertTrue(queue.withdraw(id(1)));
    assertFalse(queue.withdraw(id(1)));
    assertFalse(queue.withdraw(id("2")));
    assertEquals("bce", taken(1000));
    assertFalse(queue.withdraw(id(2)));
  }

  @Test
  void without_an_answer_there_is_progress_to_withdraw_and_no_more() {
    queue.add(droppable("a", 1, 5));
    assertFalse(queue.withdraw(id(1)));
    assertTrue(queue.isIdle());
  }

  @Test
  void what_is_withdrawn_or_dropped_takes_no_room() {
    queue.add(response("a", 1, 60));
    queue.add(droppable("b", 2, 40));
    queue.withdraw(id(1));
    queue.add(lasting("c", 60));
    queue.add(lasting("d", 40));
    assertFalse(queue.isFull());
    assertEquals("cd", taken(1000));
    queue.written();
    queue.add(lasting("e", 100));
    assertFalse(queue.isFull());
  }

  @Test
  void abandoned_it_is_empty_and_never_full() {
    queue.add(response("a", 1, 200));
    queue.add(droppable("b", 1, 5));
    queue.abandon();
    assertTrue(queue.isIdle());
    assertFalse(queue.isFull());
    assertFalse(queue.withdraw(id(1)));
    queue.add(lasting("c", 101));
    assertFalse(queue.isFull());
    assertEquals("c", taken(1000));
  }

  @Test
  void what_does_not_end_in_a_newline_is_no_line() {
    for (String text : List.of("", "x", "\nx")) {
      assertThrows(
          IllegalArgumentException.class,
          () ->
              new OutQueue.Outgoing(
                  OutQueue.Outgoing.Kind.LASTING, Optional.empty(), text.getBytes(UTF_8)));
    }
  }

  @Test
  void water_marks_lie_apart() {
    assertEquals(0, new WaterMarks(1, 0).lowBytes());
    assertThrows(IllegalArgumentException.class, () -> new WaterMarks(1, 1));
    assertThrows(IllegalArgumentException.class, () -> new WaterMarks(1, -1));
  }

  private void assertNothingToDrop() {
    queue.add(lasting("x", 101));
    assertTrue(queue.isFull());
  }

  private void write(int bytes) {
    queue.take(bytes);
    queue.written();
  }

  /** The first letter of each line taken. */
  private String taken(int maxBytes) {
    queue.written();
    StringBuilder letters = new StringBuilder();
    queue.take(maxBytes).forEach(message -> letters.append((char) message.line()[0]));
    return letters.toString();
  }

  private static OutQueue.Outgoing lasting(String letter, int bytes) {
    return new OutQueue.Outgoing(
        OutQueue.Outgoing.Kind.LASTING, Optional.empty(), line(letter, bytes));
  }

  private static OutQueue.Outgoing response(String letter, long id, int bytes) {
    return new OutQueue.Outgoing(
        OutQueue.Outgoing.Kind.RESPONSE, Optional.of(id(id)), line(letter, bytes));
  }

  private static OutQueue.Outgoing droppable(String letter, long id, int bytes) {
    return new OutQueue.Outgoing(
        OutQueue.Outgoing.Kind.DROPPABLE, Optional.of(id(id)), line(letter, bytes));
  }

  private static byte[] line(String letter, int bytes) {
    return (letter.repeat(bytes - 1) + "\n").getBytes(UTF_8);
  }
}
