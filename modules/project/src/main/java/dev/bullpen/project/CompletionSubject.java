package dev.bullpen.project;

import dev.bullpen.json.Json;
import dev.bullpen.project.completion.CompletionTarget.Kind;
import dev.bullpen.project.completion.ValueList;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.prompt.PromptArgument;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import dev.bullpen.project.script.EnvironmentValue;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Something of the catalog whose arguments are completed. */
sealed interface CompletionSubject {
  /** What it is to registrations, which name it by any of {@link #names}, the first found first. */
  Kind kind();

  List<String> names();

  /** What scripts and cursors call it. */
  String name();

  /** What its declaration offers for an argument; empty if it declares no such argument. */
  Optional<ValueList> values(String argument);

  /** Whether it declares nothing at all, so that whoever completes it decides for himself. */
  boolean isOpen();

  /** The script lying beside it, relative to {@link #folder}. */
  Optional<String> script();

  Folder folder();

  /** What that script is told about it. */
  Map<String, String> environment();

  /** A prompt. */
  record OfPrompt(Prompt prompt, Folder folder) implements CompletionSubject {
    @Override
    public Kind kind() {
      return Kind.PROMPT;
    }

    @Override
    public List<String> names() {
      return List.of(prompt.name());
    }

    @Override
    public String name() {
      return prompt.name();
    }

    @Override
    public Optional<ValueList> values(String argument) {
      return prompt.argument(argument).map(PromptArgument::values);
    }

    @Override
    public boolean isOpen() {
      return prompt.arguments().isEmpty();
    }

    @Override
    public Optional<String> script() {
      return prompt.completionScript();
    }

    @Override
    public Map<String, String> environment() {
      Map<String, String> env = new LinkedHashMap<>();
      env.put("MCP_PROMPT_REL_PATH", prompt.path());
      env.put("MCP_PROMPT_PATH", absolute(folder, prompt.path()));
      env.put("MCP_PROMPT_METADATA", metadata(prompt.described()));
      return env;
    }
  }

  /**
   * A resource template.
   *
   * @param uri as the client has it, which may be one that the template makes
   */
  record OfTemplate(ResourceTemplate template, String uri, Folder folder)
      implements CompletionSubject {
    @Override
    public Kind kind() {
      return Kind.RESOURCE;
    }

    @Override
    public List<String> names() {
      return List.of(uri, template.template().text(), template.name());
    }

    @Override
    public String name() {
      return template.name();
    }

    @Override
    public Optional<ValueList> values(String argument) {
      return template.template().variables().contains(argument)
          ? Optional.of(template.values(argument))
          : Optional.empty();
    }

    @Override
    public boolean isOpen() {
      return false;
    }

    @Override
    public Optional<String> script() {
      return template.completionScript();
    }

    /** The URI in it is the template; the one sent is in {@code MCP_COMPLETION_REF}. */
    @Override
    public Map<String, String> environment() {
      return ofResource(
          template.path(),
          folder,
          template.template().text(),
          template.provider(),
          template.metadata());
    }
  }

  /** A concrete resource: it has no variables, so only who completes knows its arguments. */
  record OfResource(Resource resource, Folder folder) implements CompletionSubject {
    @Override
    public Kind kind() {
      return Kind.RESOURCE;
    }

    @Override
    public List<String> names() {
      return List.of(resource.name(), resource.uri());
    }

    @Override
    public String name() {
      return resource.name();
    }

    @Override
    public Optional<ValueList> values(String argument) {
      return Optional.empty();
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public Optional<String> script() {
      return resource.completionScript();
    }

    @Override
    public Map<String, String> environment() {
      return ofResource(
          resource.path(), folder, resource.uri(), resource.provider(), resource.described());
    }
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
    return EnvironmentValue.fits("MCP_RESOURCE_METADATA", json) ? json : "";
  }
}
