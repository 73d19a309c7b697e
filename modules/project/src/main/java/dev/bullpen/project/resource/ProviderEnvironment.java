package dev.bullpen.project.resource;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.script.EnvironmentValue;
import dev.bullpen.project.script.JsonTool;
import dev.bullpen.project.script.PlainVariables;
import dev.bullpen.project.script.RemoteToken;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/**
 * The complete environment of a provider's script: a curated part of the server's, where things
 * are, what the providers of some names need beyond that, and for a template its name and the
 * values of its variables, twice as JSON and once as plain variables.
 */
public final class ProviderEnvironment {
  /** The name of the template. */
  static final String TEMPLATE = "MCP_RESOURCE_TEMPLATE_NAME";

  /** The values as they stand in the URI, which mcp-bash tells so. */
  static final String VARIABLES = "MCP_RESOURCE_TEMPLATE_VARS";

  static final String VARIABLES_JSON = "MCP_RESOURCE_TEMPLATE_VARS_JSON";
  static final String VARIABLE = "MCP_RESOURCE_VAR_";

  /** What git and TLS need to know who we are and whom to trust. */
  private static final Map<String, List<String>> ALSO_KEPT =
      Map.of(
          "git", List.of("SSH_AUTH_SOCK", "GIT_SSH_COMMAND", "GIT_ASKPASS"),
          "https", List.of("SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE"),
          "ui", List.of("MCPBASH_STATE_DIR", "MCPBASH_REGISTRY_DIR", "MCPBASH_UI_DIR"));

  private final Map<String, String> env;
  private final Map<String, String> common;
  private final String toolsFolder;

  /**
   * Prepare for telling.
   *
   * @param curated what is left of the server's environment
   */
  public ProviderEnvironment(
      Map<String, String> env,
      Map<String, String> curated,
      Layout layout,
      Optional<JsonTool> jsonTool) {
    this.env = env;
    Map<String, String> told = new TreeMap<>(curated);
    told.put("MCPBASH_HOME", layout.home().toString());
    told.put("MCPBASH_PROJECT_ROOT", layout.root().path().toString());
    told.put("MCPBASH_PROMPTS_DIR", layout.prompts().path().toString());
    told.put("MCPBASH_RESOURCES_DIR", layout.resources().path().toString());
    told.put("MCPBASH_PROVIDERS_DIR", layout.providers().toString());
    if (told.getOrDefault(ResourceRoots.VARIABLE, "").isEmpty()) {
      told.put(ResourceRoots.VARIABLE, layout.resources().path().toString());
    }
    JsonTool.tell(jsonTool, told);
    this.common = Map.copyOf(told);
    this.toolsFolder = layout.tools().path().toString();
  }

  /** What the script that reads a resource is told; it inherits no further variable. */
  Map<String, String> of(ResourceSubject subject) {
    Map<String, String> told = new TreeMap<>(common);
    for (String name : ALSO_KEPT.getOrDefault(subject.provider(), List.of())) {
      String value = env.get(name);
      if (value != null && !RemoteToken.isToldBy(name, value, env)) {
        told.put(name, value);
      }
    }
    if (subject.provider().equals("ui")) {
      told.put("MCPBASH_TOOLS_DIR", toolsFolder);
    }
    subject.variables().ifPresent(variables -> tell(variables, told));
    return told;
  }

  /** These always fit: together they are no longer than a URI and a template. */
  private static void tell(TemplateMatch match, Map<String, String> told) {
    PlainVariables plain = new PlainVariables(VARIABLE);
    match.values().forEach(plain::put);
    told.put(TEMPLATE, EnvironmentValue.isCarriable(match.template()) ? match.template() : "");
    told.put(VARIABLES, json(match.written()));
    told.put(VARIABLES_JSON, json(match.values()));
    told.putAll(plain.toMap());
  }

  private static String json(Map<String, String> values) {
    ObjectNode json = Json.object();
    values.forEach(json::put);
    return Json.text(json);
  }
}
