package dev.bullpen.project;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads a whole project: the registration first, then, kind by kind, what it leaves to discovery.
 */
final class CatalogReader {
  private final Layout layout;
  private final Map<String, String> env;
  private final String serverName;
  private final List<String> problems = new ArrayList<>();

  private CatalogReader(Layout layout, Map<String, String> env, String serverName) {
    this.layout = layout;
    this.env = env;
    this.serverName = serverName;
  }

  static Catalog read(Layout layout, Map<String, String> env, String serverName) {
    try {
      return new CatalogReader(layout, env, serverName).read();
    } catch (RegistrationException e) {
      return Catalog.broken(e);
    }
  }

  private Catalog read() throws RegistrationException {
    Registration registration = RegistrationReader.read(layout.root(), env);
    Map<String, Tool> tools = tools(registration);
    Folder folder = layout.resources();
    Discovery discovery = new Discovery(folder, problems::add);
    List<Resource> resources =
        named(
            "resource",
            Resource::name,
            registration
                .resources()
                .map(entries -> ResourceReader.registered(entries, folder, problems::add))
                .orElseGet(() -> ResourceReader.discovered(discovery)));
    return new Catalog(
        List.copyOf(tools.values()),
        tools,
        named(
            "prompt",
            Prompt::name,
            registration
                .prompts()
                .map(entries -> PromptReader.registered(entries, layout.prompts(), problems::add))
                .orElseGet(() -> PromptReader.discovered(layout.prompts(), problems::add))),
        resources,
        templates(registration, discovery, resources),
        registration.completions(),
        Optional.empty(),
        List.copyOf(problems));
  }

  private Map<String, Tool> tools(Registration registration) {
    return ToolNames.of(
        registration
            .tools()
            .map(entries -> ToolEntries.of(entries, layout, problems::add))
            .orElseGet(() -> ToolDiscovery.of(layout.tools(), problems::add)),
        new ToolReader(serverName, problems::add),
        problems::add);
  }

  /** Registered templates are added to the discovered ones and win by name; none switches off. */
  private List<ResourceTemplate> templates(
      Registration registration, Discovery discovery, List<Resource> resources) {
    List<ObjectNode> entries = registration.resourceTemplates().orElse(List.of());
    if (registration.resourceTemplates().isPresent() && entries.isEmpty()) {
      return List.of();
    }
    List<ResourceTemplate> all =
        new ArrayList<>(
            ResourceTemplateReader.registered(entries, discovery.folder(), problems::add));
    Set<String> overridden = new HashSet<>();
    all.forEach(template -> overridden.add(template.name()));
    ResourceTemplateReader.discovered(discovery).stream()
        .filter(template -> !overridden.contains(template.name()))
        .forEach(all::add);
    Set<String> taken = new HashSet<>();
    resources.forEach(resource -> taken.add(resource.name()));
    return named("resource template", ResourceTemplate::name, all).stream()
        .filter(template -> isFree(template, taken))
        .toList();
  }

  private boolean isFree(ResourceTemplate template, Set<String> taken) {
    if (taken.contains(template.name())) {
      problems.add(
          "The resource template \"%s\" is ignored: a resource has its name. Rename one."
              .formatted(EscapedBytes.of(template.name())));
      return false;
    }
    return true;
  }

  /** Sort by name and keep the first of each; the readers hand over in order of path. */
  private <T> List<T> named(String kind, Function<T, String> name, List<T> items) {
    Map<String, T> byName = new TreeMap<>();
    for (T item : items) {
      if (byName.putIfAbsent(name.apply(item), item) != null) {
        problems.add(
            "A second %s \"%s\" is ignored. Rename one of the two."
                .formatted(kind, EscapedBytes.of(name.apply(item))));
      }
    }
    return List.copyOf(byName.values());
  }
}
