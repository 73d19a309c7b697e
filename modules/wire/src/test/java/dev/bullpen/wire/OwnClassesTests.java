package dev.bullpen.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;

class OwnClassesTests {
  private static boolean initialized;

  /** Used by this test alone. */
  private static final class Unused {
    static {
      initialized = true;
    }
  }

  @Test
  void what_is_loaded_has_not_run() {
    assertTrue(OwnClasses.load(Set.of("dev.bullpen.wire")) > 1);
    assertFalse(initialized);
    new Unused();
    assertTrue(initialized);
  }

  @Test
  void what_is_no_module_here_has_no_classes() {
    assertEquals(0, OwnClasses.load(Set.of("dev.bullpen.none")));
  }
}
