package dev.bullpen.pool;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class WrittenTests {
  private static final byte[] FIRST = {1, 2};
  private static final byte[] SECOND = {};
  private static final byte[] THIRD = {3};

  private final Written written = new Written();

  @Test
  void nothing_written_is_empty() {
    assertArrayEquals(new byte[0], written.all());
  }

  @Test
  void what_came_at_once_is_not_copied() {
    written.add(FIRST);
    assertSame(FIRST, written.all());
  }

  @Test
  void pieces_are_put_together_in_their_order() {
    written.add(FIRST);
    written.add(SECOND);
    assertArrayEquals(FIRST, written.all());
    written.add(THIRD);
    assertArrayEquals(new byte[] {1, 2, 3}, written.all());
    assertSame(written.all(), written.all(), "and once only");
  }
}
