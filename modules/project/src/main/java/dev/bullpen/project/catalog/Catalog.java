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
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a project offers, as it was at one moment.
 *
 * <p>Immutable; the trees in it are to be read only. Every list is sorted by name, in the order of
 * {@link String#compareTo}, and names are unique in it. Everything is made while the project is
 * read, so that a question costs one access to a map.
 */
public final class Catalog {
  /** The fingerprint of each list where the registration is not in force: none is empty then. */
  private static final String BROKEN = "broken";

  private final Items items;
  private final CompletionTable completions;
  private final Map<CompletionSource.ToolEnum, CompletionSource.Values> enums =
      new ConcurrentHashMap<>();
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
        if (!member.getKey().equals("size")) { // the list is the same when a file in it has grown
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
   * What the list of that kind shows to a client of the newest revision, sorted by name, and the
   * interfaces after the resources; to be read only.
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
   * The resource with that URI, as its author has written it or as lists show it; of several the
   * first by name.
   */
  public Optional<Resource> resource(String uri) {
    return Optional.ofNullable(resourcesByUri.get(FileUri.key(uri)));
  }

  public Optional<Resource> resourceNamed(String name) {
    return items.resources().find(name);
  }

  /** The interface that a URI {@code ui://SERVER/NAME} names, whichever the server. */
  public Optional<UiResource> uiResource(String uri) {
    return UiResource.path(uri).map(uiResourcesByPath::get);
  }

  /** The template written like that; of several the first by name. */
  public Optional<ResourceTemplate> template(String uriTemplate) {
    return Optional.ofNullable(templatesByText.get(FileUri.key(uriTemplate)));
  }

  /** The template a concrete URI matches; of several the one with the most fixed characters. */
  public Optional<ResourceTemplate> templateMatching(String uri) {
    return templatesByFixedCharacters.stream()
        .filter(template -> template.template().matches(uri))
        .findFirst();
  }

  /**
   * The template of which a {@code file} URI is a path filled in with its slashes, for reading it;
   * of several the one with the most fixed characters.
   */
  public Optional<ResourceTemplate> templateOfPath(String uri) {
    return templatesByFixedCharacters.stream()
        .filter(template -> template.matchPath(uri).isPresent())
        .findFirst();
  }

  public CompletionTable completions() {
    return completions;
  }

  /** The {@code enum} of a property a tool takes; empty if there is none. */
  public Optional<CompletionSource.Values> enumOf(CompletionSource.ToolEnum source) {
    CompletionSource.Values values =
        enums.computeIfAbsent(
            source,
            wanted ->
                tool(wanted.tool())
                    .map(tool -> tool.definition().path("inputSchema").path("properties"))
                    .map(properties -> properties.path(wanted.property()))
                    .filter(ObjectNode.class::isInstance)
                    .map(schema -> PromptArgument.values((ObjectNode) schema))
                    .orElse(CompletionSource.Values.NONE));
    return values.values().isEmpty() ? Optional.empty() : Optional.of(values);
  }

  /**
   * A short text that differs whenever what the list of that kind shows does, or what getting a
   * prompt or reading a resource takes from the metadata. The same for the same content, in
   * whatever order its files were found, and after a restart. Contents and sizes of files do not
   * count.
   */
  public String fingerprint(CatalogKind kind) {
    return broken.isPresent() ? BROKEN : Objects.requireNonNull(shown.get(kind)).fingerprint();
  }

  /**
   * Why the registration is not in force; everything else is empty then, as half a project would be
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
   * Where a catalog comes from.
   *
   * @param toolsAreFound whether tools are what lies in the tools folder, and not registered
   * @param registeredIn where a registration stands, as a name below the project
   * @param registeredFiles that it names below the project, existing or not
   * @param links symbolic links to metadata, in the folders that are not registered
   */
  public record Sources(
      boolean toolsAreFound, String registeredIn, Set<Path> registeredFiles, Set<Path> links) {
    /** Before anything has been read, and where nothing could be. */
    public static final Sources UNKNOWN =
        new Sources(false, Registration.DECLARED, Set.of(), Set.of());
  }
}
