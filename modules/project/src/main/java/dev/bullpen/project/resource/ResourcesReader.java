package dev.bullpen.project.resource;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.FolderListings;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.UriKey;
import dev.bullpen.project.metadata.NamedItems;
import dev.bullpen.project.registration.Registration;
import dev.bullpen.project.script.Discovery;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** Reads the resources and the resource templates of a project. */
public final class ResourcesReader {
  private final Layout layout;
  private final Registration registration;
  private final FolderListings.Once folder;
  private final Consumer<String> problems;
  private Discovery discovery;

  public ResourcesReader(
      Layout layout,
      Registration registration,
      FolderListings.Once folder,
      Consumer<String> problems) {
    this.layout = layout;
    this.registration = registration;
    this.folder = folder;
    this.problems = problems;
  }

  /** Both, for a template must not have the name of a resource. */
  public record Both(NamedItems<Resource> resources, NamedItems<ResourceTemplate> templates) {}

  public Both read() {
    NamedItems<Resource> resources = resources();
    return new Both(resources, templates(resources));
  }

  private NamedItems<Resource> resources() {
    ResourceReader reader = new ResourceReader(layout, problems);
    NamedItems<Resource> resources =
        NamedItems.firstOf(
            "resource",
            Resource::name,
            resource -> place(resource.path(), resource.uri()),
            registration.resources().isPresent()
                ? reader.registered(registration)
                : reader.discovered(discovery()),
            problems);
    sayDoubles(resources);
    return resources;
  }

  private void sayDoubles(NamedItems<Resource> resources) {
    Map<String, Resource> byUri = resources.by(resource -> UriKey.of(resource.uri()));
    for (Resource resource : resources.all()) {
      Resource first = byUri.get(UriKey.of(resource.uri()));
      if (first != resource) {
        problems.accept(
            "The resource \"%s\" cannot be read by its URI: \"%s\" has the same. Change one of the two."
                .formatted(EscapedBytes.of(resource.name()), EscapedBytes.of(first.name())));
      }
    }
  }

  /** Registered templates are added to the discovered ones and win by name; none switches off. */
  private NamedItems<ResourceTemplate> templates(NamedItems<Resource> resources) {
    List<ObjectNode> entries = registration.resourceTemplates().orElse(List.of());
    if (registration.resourceTemplates().isPresent() && entries.isEmpty()) {
      return NamedItems.none();
    }
    ResourceTemplateReader reader = new ResourceTemplateReader(layout, problems);
    List<ResourceTemplate> all = new ArrayList<>(reader.registered(registration));
    Set<String> overridden = new HashSet<>();
    all.forEach(template -> overridden.add(template.name()));
    if (!registration.templatesAreAll()) {
      reader.discovered(discovery()).stream()
          .filter(template -> !overridden.contains(template.name()))
          .forEach(all::add);
    }
    all.removeIf(template -> !checkFree(template, resources));
    return NamedItems.firstOf(
        "resource template",
        ResourceTemplate::name,
        template ->
            place(template.path(), "") + " (" + EscapedBytes.of(template.template().text()) + ")",
        all,
        problems);
  }

  /** The file, or what stands for one that has none. */
  private String place(String path, String uri) {
    return path.isEmpty()
        ? EscapedBytes.of(uri)
        : folder.folder().path() + "/" + EscapedBytes.of(path);
  }

  /** What the resources folder publishes; not looked at where all of it is registered. */
  private Discovery discovery() {
    if (discovery == null) {
      discovery = new Discovery(folder, problems);
    }
    return discovery;
  }

  private boolean checkFree(ResourceTemplate template, NamedItems<Resource> resources) {
    if (resources.find(template.name()).isPresent()) {
      problems.accept(
          "The resource template \"%s\" is ignored: a resource has its name. Rename one."
              .formatted(EscapedBytes.of(template.name())));
      return false;
    }
    return true;
  }
}
