package dev.bullpen.posix;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SpareMemoryTests {
  private final SpareMemory memory = SpareMemory.ofThisProcess();

  @Test
  void it_is_given_back_once_after_each_use() {
    assertTrue(memory.isUsed(), "a start is a use");
    memory.giveBack();
    assertFalse(memory.isUsed());
    memory.used();
    assertTrue(memory.isUsed());
    memory.giveBack();
    assertFalse(memory.isUsed());
  }
}
