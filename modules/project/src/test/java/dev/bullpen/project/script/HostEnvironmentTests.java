package dev.bullpen.project.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HostEnvironmentTests {
  private final Map<String, String> env = new HashMap<>();
  private final List<String> warnings = new ArrayList<>();

  HostEnvironmentTests() {
    for (String name :
        new String[] {
          "PATH",
          "HOME",
          "LC_ALL",
          "MCP_RESOURCE_ANY",
          "MCPBASH_GIT_TIMEOUT",
          "https_proxy",
          "SECRET",
          "AWS_KEY",
          "JAVA_TOOL_OPTIONS",
          "MCPBASH_REMOTE_TOKEN",
          "MCPBASH_REMOTE_TOKEN_KEY",
          "MCPBASH_OTHER",
          "MCP_COMPLETION_CONTEXT_OLD",
          "MCP_PROMPT_PATH",
          "MCP_RESOURCE_URI"
        }) {
      env.put(name, "v");
    }
  }

  private Map<String, String> curated(String... settings) {
    for (int i = 0; i < settings.length; i += 2) {
      env.put(settings[i], settings[i + 1]);
    }
    return HostEnvironment.PROVIDER.visible(env, warnings::add);
  }

  private static Map<String, String> only(String... names) {
    Map<String, String> expected = new HashMap<>();
    for (String name : names) {
      expected.put(name, "v");
    }
    return expected;
  }

  private static final String[] ISOLATED = {
    "PATH", "HOME", "LC_ALL", "MCP_RESOURCE_ANY", "MCPBASH_GIT_TIMEOUT", "https_proxy"
  };

  @Test
  void isolation_keeps_a_fixed_list() {
    assertEquals(only(ISOLATED), curated());
    assertEquals(only(ISOLATED), curated("MCPBASH_PROVIDER_ENV_MODE", "isolate"));
    assertEquals(List.of(), warnings);
  }

  @Test
  void an_allowlist_adds_names_but_never_the_token() {
    Map<String, String> expected = only(ISOLATED);
    expected.putAll(only("SECRET", "AWS_KEY"));
    assertEquals(
        expected,
        curated(
            "MCPBASH_PROVIDER_ENV_MODE",
            "allowlist",
            "MCPBASH_PROVIDER_ENV_ALLOWLIST",
            "SECRET,AWS_KEY  MCPBASH_REMOTE_TOKEN UNSET"));
  }

  @Test
  void inheriting_needs_permission_and_still_keeps_the_token_back() {
    assertEquals(only(ISOLATED), curated("MCPBASH_PROVIDER_ENV_MODE", "inherit"));
    assertTrue(warnings.get(0).contains("MCPBASH_PROVIDER_ENV_INHERIT_ALLOW=true"));
    Map<String, String> all = curated("MCPBASH_PROVIDER_ENV_INHERIT_ALLOW", "true");
    assertEquals("v", all.get("SECRET"));
    assertEquals("v", all.get("JAVA_TOOL_OPTIONS"));
    assertEquals("v", all.get("MCPBASH_OTHER"));
    assertTrue(
        all.keySet().stream().noneMatch(name -> name.startsWith("MCPBASH_REMOTE_TOKEN")),
        all.toString());
    assertTrue(
        all.keySet().stream().noneMatch(name -> name.startsWith("MCP_COMPLETION_")),
        all.toString());
  }

  @Test
  void an_unknown_mode_isolates_and_is_said() {
    assertEquals(only(ISOLATED), curated("MCPBASH_PROVIDER_ENV_MODE", "open"));
    assertTrue(warnings.get(0).contains("MCPBASH_PROVIDER_ENV_MODE=open"), warnings.toString());
  }
}
