package dev.bullpen.project.resource;

import dev.bullpen.json.Json;
import dev.bullpen.project.script.RequestVariables;
import dev.bullpen.project.script.ScriptEnvironment;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * The environment of a provider's script: {@link ScriptEnvironment#ofProvider}, and for a template
 * its name and the values of its variables, twice as JSON and once as plain variables.
 */
final class ProviderEnvironment {
  private ProviderEnvironment() {}

  static Map<String, String> of(ResourceSubject subject, ScriptEnvironment scripts) {
    Map<String, String> all = scripts.ofProvider(subject.provider());
    subject.variables().ifPresent(variables -> put(variables, all));
    return all;
  }

  /** These always fit: together they are no longer than a URI and a template. */
  private static void put(TemplateMatch match, Map<String, String> all) {
    String template = match.template();
    all.put("MCP_RESOURCE_TEMPLATE_NAME", RequestVariables.isCarriable(template) ? template : "");
    // As they stand in the URI: mcp-bash has them so.
    all.put("MCP_RESOURCE_TEMPLATE_VARS", json(match.written()));
    all.put("MCP_RESOURCE_TEMPLATE_VARS_JSON", json(match.values()));
    all.putAll(RequestVariables.named("MCP_RESOURCE_VAR_", match.values()));
  }

  private static String json(Map<String, String> values) {
    ObjectNode json = Json.object();
    values.forEach(json::put);
    return Json.text(json);
  }
}
