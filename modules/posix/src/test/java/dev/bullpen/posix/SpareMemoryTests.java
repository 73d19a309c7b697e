package dev.bullpen.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SpareMemoryTests {
  private final AtomicInteger given = new AtomicInteger();
  private final SpareMemory memory = new SpareMemory(given::incrementAndGet);

  @Test
  void it_is_given_back_once_after_each_use() {
    memory.giveBack();
    memory.giveBack();
    assertEquals(1, given.get(), "a start is a use");
    memory.used();
    memory.used();
    memory.giveBack();
    assertEquals(2, given.get());
  }
}
