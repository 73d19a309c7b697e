package dev.bullpen.launcher;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The project that a server without one serves, the distribution's folder {@value #FOLDER}: one
 * tool, which says what to do next.
 */
final class GettingStarted {
  static final String FOLDER = "getting-started";
  static final String TOOL = "getting_started";
  private static final String ALLOWLIST = "MCPBASH_TOOL_ALLOWLIST";

  /** They would put another project's folders in the place of this one's. */
  private static final List<String> OF_A_PROJECT =
      List.of(
          "MCPBASH_TOOLS_DIR",
          "MCPBASH_PROMPTS_DIR",
          "MCPBASH_RESOURCES_DIR",
          "MCPBASH_UI_DIR",
          "MCPBASH_PROVIDERS_DIR",
          "MCPBASH_SERVER_DIR",
          "MCPBASH_REGISTRY_DIR",
          "MCPBASH_STATIC_REGISTRY");

  private GettingStarted() {}

  /** The environment it is served in: its tool may be called unless the operator says otherwise. */
  static Map<String, String> environment(Map<String, String> given) {
    Map<String, String> environment = new HashMap<>(given);
    OF_A_PROJECT.forEach(environment::remove);
    if (environment.getOrDefault(ALLOWLIST, "").isBlank()) {
      environment.put(ALLOWLIST, TOOL);
    }
    environment.put("MCPBASH_REGISTRY_REFRESH_NO_WRITE", "1"); // it is the installation's folder
    environment.put("MCPBASH_SERVER_NAME", "bullpen");
    environment.put("MCPBASH_SERVER_TITLE", "Bullpen");
    environment.put("MCPBASH_SERVER_VERSION", CalledAs.bullpenVersion());
    environment.put(
        "MCPBASH_SERVER_DESCRIPTION",
        "No project is configured. The tool %s says what to do.".formatted(TOOL));
    return Map.copyOf(environment);
  }
}
