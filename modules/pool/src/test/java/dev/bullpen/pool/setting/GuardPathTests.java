package dev.bullpen.pool.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GuardPathTests {
  @ParameterizedTest
  @CsvSource({
    "'', /usr/bin:/bin",
    "/run/current-system/sw/bin:/bin:/opt/a b:/usr/bin, /usr/bin:/bin:/run/current-system/sw/bin:/opt/a b",
    ".::bin:../tools:/sbin:./node:, /usr/bin:/bin:/sbin"
  })
  void the_usual_folders_come_first_and_then_those_of_the_server_that_are_absolute(
      String server, String guard) {
    assertEquals(guard, GuardPath.of(Map.of("PATH", server)));
  }
}
