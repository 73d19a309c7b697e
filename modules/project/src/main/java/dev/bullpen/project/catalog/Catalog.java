package dev.bullpen.project.catalog;

import dev.bullpen.project.completion.CompletionSource;
import dev.bullpen.project.completion.CompletionTable;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.file.Fingerprint;
import dev.bullpen.project.metadata.NamedItems;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.prompt.PromptArgument;
import dev.bullpen.project.registration.Registration;
import dev.bullpen.project.registration.RegistrationException;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import dev.bullpen.project.tool.Tool;
import dev.bullpen.project.tool.UiResource;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a project offers, at one moment.
 *
 * <p>Immutable; its trees must not be changed. Every list is sorted by name, in the order of {@link
 * String#compareTo}, and names are unique in it. Lookups are by maps, which are made while the
 * project is read.
 */
public final class Catalog {
  /**
   * The fingerprint of each list if the registration is broken. It differs from that of an empty
   * list.
   */
  private static final String BROKEN = "broken";

  private final Items items;
  private final CompletionTable completions;
  private final Optional<RegistrationException> broken;
  private final List<String> problems;
  private final Sources sources;

  private final Map<String, Resource> resourcesByUri;
  private final Map<String, UiResource> uiResourcesByPath;
  private final Map<String, ResourceTemplate> templatesByText;
  private final List<ResourceTemplate> templatesByFixedCharacters;
  private final Map<CatalogKind, Shown> shown;

  record Items(
      NamedItems<Tool> tools,
      NamedItems<Prompt> prompts,
      NamedItems<Resource> resources,
      NamedItems<ResourceTemplate> templates,
      NamedItems<UiResource> uiResources) {}

  private record Shown(List<ObjectNode> definitions, String fingerprint) {
    static Shown of(Stream<ObjectNode> definitions, Fingerprint fingerprint) {
      return new Shown(definitions.toList(), fingerprint.text());
    }
  }

  Catalog(
      Items items,
      CompletionTable completions,
      Optional<RegistrationException> broken,
      List<String> problems,
      Sources sources) {
    this.items = items;
    this.completions = completions;
    this.broken = broken;
    this.problems = List.copyOf(problems);
    this.sources = sources;
    this.resourcesByUri = items.resources().by(resource -> FileUri.key(resource.uri()));
    this.uiResourcesByPath = items.uiResources().by(ui -> UiResource.path(ui.uri()).orElseThrow());
    this.templatesByText = items.templates().by(one -> FileUri.key(one.template().text()));
    this.templatesByFixedCharacters =
        templates().stream()
            .sorted(Comparator.comparingInt(one -> -one.template().literalLength()))
            .toList();
    this.shown = shown();
  }

  static Catalog broken(RegistrationException e) {
    return new Catalog(
        new Items(
            NamedItems.none(),
            NamedItems.none(),
            NamedItems.none(),
            NamedItems.none(),
            NamedItems.none()),
        new CompletionTable(Map.of()),
        Optional.of(e),
        List.of(e.getMessage()),
        Sources.UNKNOWN);
  }

  private Map<CatalogKind, Shown> shown() {
    Fingerprint ofTools = new Fingerprint();
    tools().forEach(tool -> ofTools.add(tool.definition()));
    Fingerprint ofPrompts = new Fingerprint();
    for (Prompt prompt : prompts()) {
      ofPrompts.add(prompt.definition()).add(prompt.path()).add(prompt.role());
      ofPrompts.add(prompt.isScript() ? "script" : "text");
    }
    Fingerprint ofResources = new Fingerprint();
    for (Resource resource : resources()) {
      for (Map.Entry<String, JsonNode> member : resource.definition().properties()) {
        if (!member.getKey().equals("size")) { // a list does not change when a file in it grows
          ofResources.add(member.getKey()).add(member.getValue());
        }
      }
      ofResources.add(resource.path()).add(resource.provider());
    }
    uiResources().forEach(ui -> ofResources.add(ui.definition()).add(ui.html().toString()));
    Fingerprint ofTemplates = new Fingerprint();
    for (ResourceTemplate template : templates()) {
      ofTemplates.add(template.definition()).add(template.path()).add(template.provider());
    }
    return Map.of(
        CatalogKind.TOOLS, Shown.of(tools().stream().map(Tool::definition), ofTools),
        CatalogKind.PROMPTS, Shown.of(prompts().stream().map(Prompt::definition), ofPrompts),
        CatalogKind.RESOURCES,
            Shown.of(
                Stream.concat(
                    resources().stream().map(Resource::definition),
                    uiResources().stream().map(UiResource::definition)),
                ofResources),
        CatalogKind.RESOURCE_TEMPLATES,
            Shown.of(templates().stream().map(ResourceTemplate::definition), ofTemplates));
  }

  public List<Tool> tools() {
    return items.tools().all();
  }

  public List<Prompt> prompts() {
    return items.prompts().all();
  }

  public List<Resource> resources() {
    return items.resources().all();
  }

  public List<UiResource> uiResources() {
    return items.uiResources().all();
  }

  public List<ResourceTemplate> templates() {
    return items.templates().all();
  }

  /**
   * The list of a kind as a client of the newest revision sees it, sorted by name, with interfaces
   * after the resources. Must not be changed.
   */
  public List<ObjectNode> listed(CatalogKind kind) {
    return Objects.requireNonNull(shown.get(kind)).definitions();
  }

  public Sources sources() {
    return sources;
  }

  public Optional<Tool> tool(String name) {
    return items.tools().find(name);
  }

  public Optional<Prompt> prompt(String name) {
    return items.prompts().find(name);
  }

  /**
   * The resource with a URI, as written by its author or as shown in lists; if there are several,
   * the first by name.
   */
  public Optional<Resource> resource(String uri) {
    return Optional.ofNullable(resourcesByUri.get(FileUri.key(uri)));
  }

  public Optional<Resource> resourceNamed(String name) {
    return items.resources().find(name);
  }

  /** The user interface that a URI {@code ui://SERVER/NAME} names, for any server. */
  public Optional<UiResource> uiResource(String uri) {
    return UiResource.path(uri).map(uiResourcesByPath::get);
  }

  /** The template with exactly this text; if there are several, the first by name. */
  public Optional<ResourceTemplate> template(String uriTemplate) {
    return Optional.ofNullable(templatesByText.get(FileUri.key(uriTemplate)));
  }

  /**
   * The template that a concrete URI matches; if there are several, the one with the most fixed
   * characters.
   */
  public Optional<ResourceTemplate> templateMatching(String uri) {
    return templatesByFixedCharacters.stream()
        .filter(template -> template.template().matches(uri))
        .findFirst();
  }

  /**
   * The template that becomes a {@code file} URI when filled in with a path with slashes, for
   * reading it; if there are several, the one with the most fixed characters.
   */
  public Optional<ResourceTemplate> templateOfPath(String uri) {
    return templatesByFixedCharacters.stream()
        .filter(template -> template.matchPath(uri).isPresent())
        .findFirst();
  }

  public CompletionTable completions() {
    return completions;
  }

  /** The {@code enum} of a tool's property; empty if there is none. */
  public Optional<CompletionSource.Values> enumOf(CompletionSource.ToolEnum source) {
    return tool(source.tool())
        .map(tool -> tool.definition().path("inputSchema").path("properties"))
        .map(properties -> properties.path(source.property()))
        .filter(ObjectNode.class::isInstance)
        .map(schema -> PromptArgument.values((ObjectNode) schema))
        .filter(values -> !values.values().isEmpty());
  }

  /**
   * A short text that differs whenever the list of a kind differs, or what getting a prompt or
   * reading a resource takes from the metadata. It does not depend on the order in which files are
   * found, and survives restarts. Contents and sizes of files do not matter.
   */
  public String fingerprint(CatalogKind kind) {
    return broken.isPresent() ? BROKEN : Objects.requireNonNull(shown.get(kind)).fingerprint();
  }

  /**
   * Why the registration is broken. Everything else is then empty, because half a project would be
   * served as if it were the whole.
   */
  public Optional<RegistrationException> broken() {
    return broken;
  }

  /** What was ignored while reading, a sentence each, for the operator. */
  public List<String> problems() {
    return problems;
  }

  /**
   * The sources of a catalog.
   *
   * @param toolsAreFound whether tools are discovered in the tools folder instead of registered
   * @param registeredIn the file of the registration, relative to the project
   * @param registeredFiles files below the project that it names, existing or not
   * @param links symbolic links to metadata in the discovered folders
   */
  public record Sources(
      boolean toolsAreFound, String registeredIn, Set<Path> registeredFiles, Set<Path> links) {
    /** Nothing has been read yet, or nothing could be read. */
    public static final Sources UNKNOWN =
        new Sources(false, Registration.DECLARED, Set.of(), Set.of());
  }
}
