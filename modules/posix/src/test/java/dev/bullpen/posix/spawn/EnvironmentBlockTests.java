package dev.bullpen.posix.spawn;

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

  private static Set<String> together(
      EnvironmentBlock common, Map<String, String> own, EnvironmentBlock last) {
    byte[] block = last.bytesBehind(common, own);
    Set<String> variables = variables(block);
    int written = new String(block, StandardCharsets.UTF_8).split("\0").length;
    assertEquals(variables.size(), written, "each is there once");
    return variables;
  }

  @Test
  void what_is_common_and_own_and_last_is_there() {
    EnvironmentBlock common = EnvironmentBlock.of(Map.of("A", "1", "ü", "=="));
    EnvironmentBlock last = EnvironmentBlock.of(Map.of("Z", "ö"));
    assertEquals(Set.of("A=1", "ü===", "B=", "Z=ö"), together(common, Map.of("B", ""), last));
    assertEquals(Set.of("A=1", "ü==="), variables(common.bytes()));
  }

  @Test
  void of_several_values_for_a_name_only_the_last_one_is_there() {
    EnvironmentBlock common = EnvironmentBlock.of(Map.of("A", "1", "B", "2", "C", "3", "D", "4"));
    EnvironmentBlock last = EnvironmentBlock.of(Map.of("C", "last", "D", "last", "E", "last"));
    assertEquals(
        Set.of("A=1", "B=own", "C=last", "D=last", "E=last"),
        together(common, Map.of("B", "own", "D", "own", "E", "own"), last));
  }

  @Test
  void which_names_are_given_other_values_may_differ_each_time() {
    EnvironmentBlock common = EnvironmentBlock.of(Map.of("A", "1", "B", "2"));
    EnvironmentBlock other = EnvironmentBlock.of(Map.of("A", "3"));
    EnvironmentBlock last = EnvironmentBlock.of(Map.of("Z", ""));
    for (int round = 0; round < 2; round++) {
      assertEquals(Set.of("A=x", "B=2", "Z="), together(common, Map.of("A", "x"), last));
      assertEquals(Set.of("A=y", "B=2", "Z="), together(common, Map.of("A", "y"), last));
      assertEquals(Set.of("A=1", "B=z", "Z="), together(common, Map.of("B", "z"), last));
      assertEquals(Set.of("A=1", "B=2", "C=", "Z="), together(common, Map.of("C", ""), last));
      assertEquals(Set.of("A=3", "B=z", "Z="), together(other, Map.of("B", "z"), last));
      assertEquals(Set.of("A=3", "Z="), together(other, Map.of(), last));
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
    EnvironmentBlock last = EnvironmentBlock.of(Map.of());
    for (String name : new String[] {"", "A=B", "A\0"}) {
      assertThrows(
          IllegalArgumentException.class, () -> last.bytesBehind(last, Map.of(name, "x")), name);
    }
    assertThrows(IllegalArgumentException.class, () -> EnvironmentBlock.of(Map.of("A", "x\0y")));
    assertThrows(IllegalArgumentException.class, () -> EnvironmentBlock.ofBytes(new byte[] {'A'}));
  }
}
