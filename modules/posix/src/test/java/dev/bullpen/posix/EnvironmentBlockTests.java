package dev.bullpen.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EnvironmentBlockTests {
  private static Set<String> variables(byte[] block) {
    return Set.of(new String(block, StandardCharsets.UTF_8).split("\0"));
  }

  @Test
  void more_is_added_to_what_is_common() {
    EnvironmentBlock common = EnvironmentBlock.of(Map.of("A", "1", "ü", "=="));
    assertEquals(Set.of("A=1", "ü===", "B="), variables(common.bytesWith(Map.of("B", ""))));
    assertEquals(Set.of("A=1", "ü==="), variables(common.bytes()));
  }

  @Test
  void of_two_values_for_a_name_only_the_new_one_is_there() {
    EnvironmentBlock common = EnvironmentBlock.of(Map.of("A", "1", "B", "2"));
    assertEquals(
        Set.of("A=new", "B=2", "C=3"), variables(common.bytesWith(Map.of("A", "new", "C", "3"))));
  }

  @Test
  void which_names_are_given_other_values_may_differ_each_time() {
    EnvironmentBlock common = EnvironmentBlock.of(Map.of("A", "1", "B", "2"));
    for (int round = 0; round < 2; round++) {
      assertEquals(Set.of("A=x", "B=2"), variables(common.bytesWith(Map.of("A", "x"))));
      assertEquals(Set.of("A=y", "B=2"), variables(common.bytesWith(Map.of("A", "y"))));
      assertEquals(Set.of("A=1", "B=z"), variables(common.bytesWith(Map.of("B", "z"))));
      assertEquals(Set.of("A=1", "B=2", "C="), variables(common.bytesWith(Map.of("C", ""))));
    }
  }

  @Test
  void a_name_is_among_them_or_not() {
    EnvironmentBlock common = EnvironmentBlock.of(Map.of("A", "1"));
    assertTrue(common.has("A"));
    assertFalse(common.has("B"));
  }

  @Test
  void what_no_program_can_be_given_is_refused() {
    EnvironmentBlock common = EnvironmentBlock.of(Map.of());
    for (String name : new String[] {"", "A=B", "A\0"}) {
      assertThrows(IllegalArgumentException.class, () -> common.bytesWith(Map.of(name, "x")), name);
    }
    assertThrows(IllegalArgumentException.class, () -> EnvironmentBlock.of(Map.of("A", "x\0y")));
    assertThrows(IllegalArgumentException.class, () -> EnvironmentBlock.ofBytes(new byte[] {'A'}));
  }
}
