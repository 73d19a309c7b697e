package dev.bullpen.posix.spawn;

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
  void each_variable_is_there_once_in_utf_8() {
    byte[] block = EnvironmentBlock.of(Map.of("A", "1", "ü", "==", "B", "", "Z", "ö")).bytes();
    assertEquals(Set.of("A=1", "ü===", "B=", "Z=ö"), variables(block));
    assertEquals(0, EnvironmentBlock.of(Map.of()).bytes().length);
  }

  @Test
  void what_no_program_can_be_given_is_refused() {
    for (String name : new String[] {"", "A=B", "A\0"}) {
      assertThrows(
          IllegalArgumentException.class, () -> EnvironmentBlock.of(Map.of(name, "x")), name);
    }
    assertThrows(IllegalArgumentException.class, () -> EnvironmentBlock.of(Map.of("A", "x\0y")));
    assertThrows(IllegalArgumentException.class, () -> EnvironmentBlock.ofBytes(new byte[] {'A'}));
  }
}
