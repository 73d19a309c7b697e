package dev.bullpen.launcher.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostSettingsTests {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "PATH",
        "MCPX",
        "BULLPEN",
        "BULLPEN_JAVA_OPTS",
        "BULLPEN_SESSION",
        "BULLPEN_TEST_OFF"
      })
  void what_concerns_the_host_is_kept(String name) {
    assertEquals(Map.of(name, "v"), kept(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MCPBASH_REMOTE_TOKEN",
        "MCP_RESOURCES_ROOTS",
        "BULLPEN_PROJECT",
        "BULLPEN_JOB_TMPDIR"
      })
  void what_is_meant_for_a_project_is_not(String name) {
    assertEquals(Map.of(), kept(name));
  }

  private static Map<String, String> kept(String name) {
    Map<String, String> environment = new TreeMap<>(Map.of(name, "v"));
    HostSettings.keepAlone(environment);
    return environment;
  }
}
