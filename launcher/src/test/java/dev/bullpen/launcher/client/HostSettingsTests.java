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
        "JAVA_HOME",
        "TMPDIR",
        "MCPX",
        "BULLPEN",
        "BULLPEN_JAVA_OPTS",
        "BULLPEN_CACHE",
        "BULLPEN_ARCHIVES",
        "BULLPEN_REHEARSAL",
        "BULLPEN_ISOLATION",
        "BULLPEN_LOG_LEVEL",
        "BULLPEN_SESSION",
        "BULLPEN_HELPER",
        "BULLPEN_JOB",
        "BULLPEN_TEST_OFF"
      })
  void what_concerns_the_host_is_kept(String name) {
    assertEquals(Map.of(name, "v"), kept(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MCPBASH_REMOTE_TOKEN",
        "MCPBASH_MAX_CONCURRENT_REQUESTS",
        "MCPBASH_PROMPTS_DIR",
        "MCPBASH_REGISTRY_DIR",
        "MCP_RESOURCES_ROOTS",
        "MCP_TOOL_ERROR_FILE",
        "BULLPEN_PROJECT",
        "BULLPEN_WORKERS",
        "BULLPEN_MAX_WORKERS",
        "BULLPEN_JOBS_PER_HELPER",
        "BULLPEN_HELPER_MEMORY",
        "BULLPEN_GRACE",
        "BULLPEN_TOOL_GRACE",
        "BULLPEN_MAX_LINE_BYTES",
        "BULLPEN_COMPLETION_RATE",
        "BULLPEN_TOOL_RATE",
        "BULLPEN_CALLS_PER_TOOL",
        "BULLPEN_PAGE_SIZE",
        "BULLPEN_JOB_LIMITS",
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
