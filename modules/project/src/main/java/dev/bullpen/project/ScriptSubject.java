package dev.bullpen.project;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import dev.bullpen.project.script.EnvironmentValue;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** What a script lying beside a prompt or resource is told about it. */
final class ScriptSubject {
  private ScriptSubject() {}

  static Map<String, String> of(Prompt prompt, Folder prompts) {
    Map<String, String> env = new LinkedHashMap<>();
    env.put("MCP_PROMPT_REL_PATH", prompt.path());
    env.put("MCP_PROMPT_PATH", absolute(prompts, prompt.path()));
    env.put("MCP_PROMPT_METADATA", metadata(prompt.described()));
    return env;
  }

  static Map<String, String> of(Resource resource, Folder resources) {
    Map<String, String> env = located(resource.path(), resources);
    env.put("MCP_RESOURCE_URI", resource.uri());
    env.put("MCP_RESOURCE_PROVIDER", resource.provider());
    env.put("MCP_RESOURCE_METADATA", metadata(resource.described()));
    return env;
  }

  /** For a template the URI is the template; the URI sent is in {@code MCP_COMPLETION_REF}. */
  static Map<String, String> of(ResourceTemplate template, Folder resources) {
    Map<String, String> env = located(template.path(), resources);
    env.put("MCP_RESOURCE_URI", template.template().text());
    env.put("MCP_RESOURCE_PROVIDER", template.provider());
    env.put("MCP_RESOURCE_METADATA", metadata(template.metadata()));
    return env;
  }

  private static Map<String, String> located(String path, Folder resources) {
    Map<String, String> env = new LinkedHashMap<>();
    env.put("MCP_RESOURCE_REL_PATH", path);
    env.put("MCP_RESOURCE_PATH", absolute(resources, path));
    return env;
  }

  private static String absolute(Folder folder, String path) {
    return folder.resolve(path).map(Path::toString).orElse("");
  }

  private static String metadata(ObjectNode metadata) {
    String json = Json.text(metadata);
    // A script can do without the metadata, but could not even be started with too much of it.
    return EnvironmentValue.fits("MCP_RESOURCE_METADATA", json) ? json : "";
  }
}
