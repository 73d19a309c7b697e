package dev.bullpen.project;

import dev.bullpen.json.Json;
import dev.bullpen.project.completion.CompletionTarget.Kind;
import dev.bullpen.project.completion.ValueList;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.prompt.PromptArgument;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import dev.bullpen.project.script.RequestVariables;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * Something of the catalog whose arguments are completed.
 *
 * @param kind what it is to registrations
 * @param names by any of which registrations name it, the first found first
 * @param name what scripts and cursors call it
 * @param values what its declaration offers for an argument; empty if it declares no such argument
 * @param isOpen whether it declares nothing at all, so that its completion decides for itself
 * @param script the script lying beside it, relative to the folder
 * @param environment the variables that tell the script about it
 */
record CompletionSubject(
    Kind kind,
    List<String> names,
    String name,
    Function<String, Optional<ValueList>> values,
    boolean isOpen,
    Optional<String> script,
    Folder folder,
    Supplier<Map<String, String>> environment) {

  static CompletionSubject of(Prompt prompt, Folder folder) {
    return new CompletionSubject(
        Kind.PROMPT,
        List.of(prompt.name()),
        prompt.name(),
        argument -> prompt.argument(argument).map(PromptArgument::values),
        prompt.arguments().isEmpty(),
        prompt.completionScript(),
        folder,
        () -> {
          Map<String, String> env = new LinkedHashMap<>();
          env.put("MCP_PROMPT_REL_PATH", prompt.path());
          env.put("MCP_PROMPT_PATH", absolute(folder, prompt.path()));
          env.put("MCP_PROMPT_METADATA", metadata(prompt.described()));
          return env;
        });
  }

  /**
   * A resource template. The URI in the environment is the template; the one sent is in {@code
   * MCP_COMPLETION_REF}.
   *
   * @param uri as the client has it, which may be one that the template makes
   */
  static CompletionSubject of(ResourceTemplate template, String uri, Folder folder) {
    String text = template.template().text();
    return new CompletionSubject(
        Kind.RESOURCE,
        List.of(uri, text, template.name()),
        template.name(),
        argument ->
            template.template().variables().contains(argument)
                ? Optional.of(template.values(argument))
                : Optional.empty(),
        false,
        template.completionScript(),
        folder,
        () -> ofResource(template.path(), folder, text, template.provider(), template.metadata()));
  }

  /** A concrete resource: it has no variables, so only its completion knows its arguments. */
  static CompletionSubject of(Resource resource, Folder folder) {
    return new CompletionSubject(
        Kind.RESOURCE,
        List.of(resource.name(), resource.uri()),
        resource.name(),
        argument -> Optional.empty(),
        true,
        resource.completionScript(),
        folder,
        () ->
            ofResource(
                resource.path(),
                folder,
                resource.uri(),
                resource.provider(),
                resource.described()));
  }

  private static Map<String, String> ofResource(
      String path, Folder folder, String uri, String provider, ObjectNode metadata) {
    Map<String, String> env = new LinkedHashMap<>();
    env.put("MCP_RESOURCE_REL_PATH", path);
    env.put("MCP_RESOURCE_PATH", absolute(folder, path));
    env.put("MCP_RESOURCE_URI", uri);
    env.put("MCP_RESOURCE_PROVIDER", provider);
    env.put("MCP_RESOURCE_METADATA", metadata(metadata));
    return env;
  }

  private static String absolute(Folder folder, String path) {
    return folder.resolve(path).map(Path::toString).orElse("");
  }

  private static String metadata(ObjectNode metadata) {
    String json = Json.text(metadata);
    // A script can do without the metadata, but could not even be started with too much of it.
    return RequestVariables.fits("MCP_RESOURCE_METADATA", json) ? json : "";
  }
}
