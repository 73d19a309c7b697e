package dev.bullpen.project.catalog;

import dev.bullpen.project.completion.CompletionSource;
import dev.bullpen.project.completion.CompletionTable;
import dev.bullpen.project.completion.ValueList;
import dev.bullpen.project.file.UriKey;
import dev.bullpen.project.metadata.NamedItems;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.prompt.PromptArgumentsReader;
import dev.bullpen.project.registration.RegistrationException;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import dev.bullpen.project.tool.Tool;
import dev.bullpen.project.ui.UiResource;
import dev.bullpen.project.ui.UiUri;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a project offers, as it was at one moment.
 *
 * <p>Immutable; the trees in it are to be read only. Every list is sorted by name, in the order of
 * {@link String#compareTo}, and names are unique in it. Everything is made while the project is
 * read, so that asking costs a look into a map.
 */
public final class Catalog {
  private final NamedItems<Tool> tools;
  private final NamedItems<Prompt> prompts;
  private final NamedItems<Resource> resources;
  private final NamedItems<UiResource> uiResources;
  private final NamedItems<ResourceTemplate> templates;
  private final CompletionTable completions;
  private final Map<CompletionSource.ToolEnum, ValueList> enums = new ConcurrentHashMap<>();
  private final Optional<RegistrationException> broken;
  private final List<String> problems;
  private final CatalogSources sources;

  private final Map<String, Resource> resourcesByUri;
  private final Map<String, UiResource> uiResourcesByPath;
  private final Map<String, ResourceTemplate> templatesByText;
  private final List<ObjectNode> listedTools;
  private final List<ObjectNode> listedPrompts;
  private final List<ObjectNode> listedResources;
  private final List<ObjectNode> listedTemplates;
  private final Map<CatalogKind, String> fingerprints;

  /** What was found, where, and what was ignored on the way. */
  Catalog(
      NamedItems<Tool> tools,
      NamedItems<Prompt> prompts,
      NamedItems<Resource> resources,
      NamedItems<UiResource> uiResources,
      NamedItems<ResourceTemplate> templates,
      CompletionTable completions,
      List<String> problems,
      CatalogSources sources) {
    this.tools = tools;
    this.prompts = prompts;
    this.resources = resources;
    this.uiResources = uiResources;
    this.templates = templates;
    this.completions = completions;
    this.broken = Optional.empty();
    this.problems = problems;
    this.sources = sources;
    this.resourcesByUri = resources.by(resource -> UriKey.of(resource.uri()));
    this.uiResourcesByPath = uiResources.by(ui -> UiUri.path(ui.uri()).orElseThrow());
    this.templatesByText = templates.by(template -> UriKey.of(template.template().text()));
    this.listedTools = List.copyOf(tools.definitions(Tool::definition));
    this.listedPrompts = List.copyOf(prompts.definitions(Prompt::definition));
    List<ObjectNode> listed = resources.definitions(Resource::definition);
    listed.addAll(uiResources.definitions(UiResource::definition));
    this.listedResources = List.copyOf(listed);
    this.listedTemplates = List.copyOf(templates.definitions(ResourceTemplate::definition));
    this.fingerprints =
        CatalogFingerprints.of(
            tools.all(), prompts.all(), resources.all(), uiResources.all(), templates.all());
  }

  private Catalog(RegistrationException e) {
    this.tools = NamedItems.none();
    this.prompts = NamedItems.none();
    this.resources = NamedItems.none();
    this.uiResources = NamedItems.none();
    this.templates = NamedItems.none();
    this.completions = new CompletionTable(Map.of());
    this.broken = Optional.of(e);
    this.problems = List.of(e.getMessage());
    this.sources = CatalogSources.UNKNOWN;
    this.resourcesByUri = Map.of();
    this.uiResourcesByPath = Map.of();
    this.templatesByText = Map.of();
    this.listedTools = List.of();
    this.listedPrompts = List.of();
    this.listedResources = List.of();
    this.listedTemplates = List.of();
    this.fingerprints = CatalogFingerprints.ofBroken();
  }

  static Catalog broken(RegistrationException e) {
    return new Catalog(e);
  }

  /** The tools. */
  public List<Tool> tools() {
    return tools.all();
  }

  /** The prompts. */
  public List<Prompt> prompts() {
    return prompts.all();
  }

  /** The concrete resources, without interfaces. */
  public List<Resource> resources() {
    return resources.all();
  }

  /** The interfaces. */
  public List<UiResource> uiResources() {
    return uiResources.all();
  }

  /** The resource templates. */
  public List<ResourceTemplate> templates() {
    return templates.all();
  }

  /** What {@code tools/list} shows, sorted by name; to be read only. */
  public List<ObjectNode> listedTools() {
    return listedTools;
  }

  /** What {@code prompts/list} shows to a client of the newest revision. */
  public List<ObjectNode> listedPrompts() {
    return listedPrompts;
  }

  /**
   * What {@code resources/list} shows to a client of the newest revision: the resources, then the
   * interfaces.
   */
  public List<ObjectNode> listedResources() {
    return listedResources;
  }

  /** What {@code resources/templates/list} shows to a client of the newest revision. */
  public List<ObjectNode> listedTemplates() {
    return listedTemplates;
  }

  /** What the list of that kind shows. */
  public List<ObjectNode> listed(CatalogKind kind) {
    return switch (kind) {
      case TOOLS -> listedTools;
      case PROMPTS -> listedPrompts;
      case RESOURCES -> listedResources;
      case RESOURCE_TEMPLATES -> listedTemplates;
    };
  }

  /** Where it comes from. */
  public CatalogSources sources() {
    return sources;
  }

  /** The tool of that name. */
  public Optional<Tool> tool(String name) {
    return tools.find(name);
  }

  /** The prompt of that name. */
  public Optional<Prompt> prompt(String name) {
    return prompts.find(name);
  }

  /**
   * The resource with that URI, as its author has written it or as lists show it; of several the
   * first by name.
   */
  public Optional<Resource> resource(String uri) {
    return Optional.ofNullable(resourcesByUri.get(UriKey.of(uri)));
  }

  /** The resource of that name. */
  public Optional<Resource> resourceNamed(String name) {
    return resources.find(name);
  }

  /** The interface that a URI {@code ui://SERVER/NAME} names, whichever the server. */
  public Optional<UiResource> uiResource(String uri) {
    return UiUri.path(uri).map(uiResourcesByPath::get);
  }

  /** The template written like that; of several the first by name. */
  public Optional<ResourceTemplate> template(String uriTemplate) {
    return Optional.ofNullable(templatesByText.get(UriKey.of(uriTemplate)));
  }

  /** The template a concrete URI matches; of several the one with the most fixed characters. */
  public Optional<ResourceTemplate> templateMatching(String uri) {
    return mostFixed(template -> template.template().matches(uri));
  }

  /**
   * The template of which a {@code file} URI is a path filled in with its slashes, for reading it;
   * of several the one with the most fixed characters.
   */
  public Optional<ResourceTemplate> templateOfPath(String uri) {
    return mostFixed(template -> template.matchPath(uri).isPresent());
  }

  private Optional<ResourceTemplate> mostFixed(Predicate<ResourceTemplate> matching) {
    ResourceTemplate best = null;
    for (ResourceTemplate template : templates.all()) {
      boolean isBetter =
          best == null || template.template().literalLength() > best.template().literalLength();
      if (isBetter && matching.test(template)) {
        best = template;
      }
    }
    return Optional.ofNullable(best);
  }

  /** Who is to complete what. */
  public CompletionTable completions() {
    return completions;
  }

  /** The {@code enum} of a property a tool takes; empty if there is none. */
  public Optional<ValueList> enumOf(CompletionSource.ToolEnum source) {
    ValueList values =
        enums.computeIfAbsent(
            source,
            wanted ->
                tool(wanted.tool())
                    .map(tool -> tool.definition().path("inputSchema").path("properties"))
                    .map(properties -> properties.path(wanted.property()))
                    .filter(ObjectNode.class::isInstance)
                    .map(schema -> PromptArgumentsReader.values((ObjectNode) schema))
                    .orElse(ValueList.NONE));
    return values.values().isEmpty() ? Optional.empty() : Optional.of(values);
  }

  /**
   * A short text that differs whenever what the list of that kind shows does, or what getting a
   * prompt or reading a resource takes from the metadata. The same for the same content, in
   * whatever order its files were found, and after a restart. Contents of files do not count, sizes
   * that are listed do.
   */
  public String fingerprint(CatalogKind kind) {
    return fingerprints.get(kind);
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
}
