package dev.bullpen.pool.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class GuardPathTests {
  @Test
  void the_usual_folders_come_first_and_then_those_of_the_server() {
    assertEquals(
        "/usr/bin:/bin:/run/current-system/sw/bin:/opt/a b",
        GuardPath.of(Map.of("PATH", "/run/current-system/sw/bin:/bin:/opt/a b:/usr/bin")));
  }

  @Test
  void a_server_without_a_path_has_the_usual_ones() {
    assertEquals("/usr/bin:/bin", GuardPath.of(Map.of()));
    assertEquals("/usr/bin:/bin", GuardPath.of(Map.of("PATH", "")));
  }

  @Test
  void what_leads_to_where_the_server_was_started_is_left_out() {
    assertEquals(
        "/usr/bin:/bin:/sbin", GuardPath.of(Map.of("PATH", ".::bin:../tools:/sbin:./node:")));
  }
}
