package dev.bullpen.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
  void what_no_program_can_be_given_is_refused() {
    EnvironmentBlock common = EnvironmentBlock.of(Map.of());
    for (String name : new String[] {"", "A=B", "A\0"}) {
      assertThrows(IllegalArgumentException.class, () -> common.bytesWith(Map.of(name, "x")), name);
    }
    assertThrows(IllegalArgumentException.class, () -> EnvironmentBlock.of(Map.of("A", "x\0y")));
    assertThrows(IllegalArgumentException.class, () -> EnvironmentBlock.ofBytes(new byte[] {'A'}));
  }
}
