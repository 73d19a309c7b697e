package dev.bullpen.project;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads a whole project: the registration first, then, kind by kind, what it leaves to discovery.
 */
final class CatalogReader {
  private final Layout layout;
  private final String serverName;
  private final List<String> problems = new ArrayList<>();
  private Discovery discovery;

  private CatalogReader(Layout layout, String serverName) {
    this.layout = layout;
    this.serverName = serverName;
  }

  /**
   * Read it.
   *
   * @param now on the clock of {@link System#nanoTime}
   */
  static Catalog read(Layout layout, Registrations registrations, String serverName, long now) {
    try {
      CatalogReader reader = new CatalogReader(layout, serverName);
      return reader.read(registrations.read(now, reader.problems::add));
    } catch (RegistrationException e) {
      return Catalog.broken(e);
    }
  }

  private Catalog read(Registration registration) {
    FolderListing toolFiles = FolderListing.of(layout.tools(), problems::add);
    SortedMap<String, Tool> tools = tools(registration, toolFiles);
    NamedItems<Prompt> prompts = prompts(registration);
    NamedItems<Resource> resources = resources(registration);
    NamedItems<ResourceTemplate> templates = templates(registration, resources);
    Map<CompletionTarget, Completer> completions =
        CompletionPrograms.added(
            registration.completions(),
            layout,
            new CompletionPrograms.Catalogued(prompts, resources, templates),
            problems::add);
    UiReader uiReader = new UiReader(serverName, problems::add);
    NamedItems<UiResource> uiResources =
        NamedItems.of(new UiDiscovery(layout, uiReader, problems::add).read(toolFiles));
    return new Catalog(
        NamedItems.of(tools),
        prompts,
        resources,
        uiResources,
        templates,
        new MetadataCompletions(layout.root(), problems::add)
            .table(completions, prompts.all(), templates.all()),
        List.copyOf(problems));
  }

  private SortedMap<String, Tool> tools(Registration registration, FolderListing files) {
    return ToolNames.of(
        registration.tools().isPresent()
            ? ToolEntries.of(registration, layout, problems::add)
            : ToolDiscovery.of(layout.tools(), files, problems::add),
        new ToolReader(serverName, problems::add),
        problems::add);
  }

  private NamedItems<Prompt> prompts(Registration registration) {
    PromptReader reader = new PromptReader(layout, problems::add);
    return named(
        "prompt",
        Prompt::name,
        registration.prompts().isPresent() ? reader.registered(registration) : reader.discovered());
  }

  private NamedItems<Resource> resources(Registration registration) {
    ResourceReader reader = new ResourceReader(layout, problems::add);
    NamedItems<Resource> resources =
        named(
            "resource",
            Resource::name,
            registration.resources().isPresent()
                ? reader.registered(registration)
                : reader.discovered(discovery()));
    sayDoubles(resources);
    return resources;
  }

  private void sayDoubles(NamedItems<Resource> resources) {
    Map<String, Resource> byUri = resources.by(Resource::uri);
    for (Resource resource : resources.all()) {
      Resource first = byUri.get(resource.uri());
      if (first != resource) {
        problems.add(
            "The resource \"%s\" cannot be read by its URI: \"%s\" has the same. Change one of the two."
                .formatted(EscapedBytes.of(resource.name()), EscapedBytes.of(first.name())));
      }
    }
  }

  /** Registered templates are added to the discovered ones and win by name; none switches off. */
  private NamedItems<ResourceTemplate> templates(
      Registration registration, NamedItems<Resource> resources) {
    List<ObjectNode> entries = registration.resourceTemplates().orElse(List.of());
    if (registration.resourceTemplates().isPresent() && entries.isEmpty()) {
      return NamedItems.none();
    }
    ResourceTemplateReader reader = new ResourceTemplateReader(layout, problems::add);
    List<ResourceTemplate> all = new ArrayList<>(reader.registered(registration));
    Set<String> overridden = new HashSet<>();
    all.forEach(template -> overridden.add(template.name()));
    if (!registration.templatesAreAll()) {
      reader.discovered(discovery()).stream()
          .filter(template -> !overridden.contains(template.name()))
          .forEach(all::add);
    }
    all.removeIf(template -> !isFree(template, resources));
    return named("resource template", ResourceTemplate::name, all);
  }

  /** What the resources folder publishes; not looked at where all of it is registered. */
  private Discovery discovery() {
    if (discovery == null) {
      discovery = new Discovery(layout.resources(), problems::add);
    }
    return discovery;
  }

  private boolean isFree(ResourceTemplate template, NamedItems<Resource> resources) {
    if (resources.find(template.name()).isPresent()) {
      problems.add(
          "The resource template \"%s\" is ignored: a resource has its name. Rename one."
              .formatted(EscapedBytes.of(template.name())));
      return false;
    }
    return true;
  }

  /** Sort by name and keep the first of each; the readers hand over in order of path. */
  private <T> NamedItems<T> named(String kind, Function<T, String> name, List<T> items) {
    SortedMap<String, T> byName = new TreeMap<>();
    for (T item : items) {
      if (byName.putIfAbsent(name.apply(item), item) != null) {
        problems.add(
            "A second %s \"%s\" is ignored. Rename one of the two."
                .formatted(kind, EscapedBytes.of(name.apply(item))));
      }
    }
    return NamedItems.of(byName);
  }
}
