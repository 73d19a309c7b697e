package dev.bullpen.posix;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

class SpareMemoryTests {
  private final SpareMemory memory = SpareMemory.ofThisProcess();

  @Test
  void it_is_given_back_once_after_each_use() {
    assertTrue(memory.isUsed(), "a start is a use");
    assertTrue(collects());
    assertFalse(memory.isUsed());
    assertFalse(collects());
    memory.used();
    assertTrue(memory.isUsed());
    assertTrue(collects());
  }

  private boolean collects() {
    WeakReference<Object> garbage = new WeakReference<>(new Object());
    memory.giveBack();
    return garbage.refersTo(null);
  }
}
