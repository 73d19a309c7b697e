package dev.bullpen.project.resource;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListings;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.Definition;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.EntryPath;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.metadata.NamedItems;
import dev.bullpen.project.prompt.PromptArgument;
import dev.bullpen.project.registration.Registration;
import dev.bullpen.project.registration.RegistrationKind;
import dev.bullpen.project.resource.ResourceRoots.HiddenNames;
import dev.bullpen.project.script.CompletionScripts;
import dev.bullpen.project.script.Discovery;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.project.uri.ListedUri;
import dev.bullpen.project.uri.UriSyntax;
import dev.bullpen.project.uri.UriTemplate;
import dev.bullpen.project.uri.UriTemplate.UriTemplateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Turns files and registered entries into concrete resources, and metadata with a {@code
 * uriTemplate} into resource templates. What is bad is reported and left out.
 */
public final class ResourceReader {
  private static final String URI_KEY = "uri";
  private static final String TEMPLATE_KEY = "uriTemplate";

  private final Folder folder;
  private final Folder project;
  private final Registration registration;
  private final FolderListings.Once listed;
  private final EntryPath paths;
  private final Consumer<String> problems;
  private Discovery discovery; // null until something is left to discovery

  public ResourceReader(
      Layout layout,
      Registration registration,
      FolderListings.Once listed,
      Consumer<String> problems) {
    this.folder = layout.resources();
    this.project = layout.root();
    this.registration = registration;
    this.listed = listed;
    this.paths = new EntryPath(folder, project);
    this.problems = problems;
  }

  /** Both, for a template must not have the name of a resource. */
  public record Both(NamedItems<Resource> resources, NamedItems<ResourceTemplate> templates) {}

  public Both read() {
    NamedItems<Resource> resources = resources();
    return new Both(resources, templates(resources));
  }

  private NamedItems<Resource> resources() {
    NamedItems<Resource> resources =
        NamedItems.firstOf(
            "resource",
            Resource::name,
            resource -> place(resource.path(), resource.uri()),
            registration.resources().isPresent() ? registeredResources() : discoveredResources(),
            problems);
    Map<String, Resource> byUri = resources.by(resource -> FileUri.key(resource.uri()));
    for (Resource resource : resources.all()) {
      Resource first = byUri.get(FileUri.key(resource.uri()));
      if (first != resource) {
        problems.accept(
            "The resource \"%s\" cannot be read by its URI: \"%s\" has the same. Change one of the two."
                .formatted(EscapedBytes.of(resource.name()), EscapedBytes.of(first.name())));
      }
    }
    return resources;
  }

  /** Registered templates are added to the discovered ones and win by name; none switches off. */
  private NamedItems<ResourceTemplate> templates(NamedItems<Resource> resources) {
    if (registration.resourceTemplates().filter(List::isEmpty).isPresent()) {
      return NamedItems.none();
    }
    List<ResourceTemplate> all = registeredTemplates();
    if (!registration.templatesAreAll()) {
      Set<String> overridden = new HashSet<>();
      all.forEach(template -> overridden.add(template.name()));
      discoveredTemplates().stream()
          .filter(template -> !overridden.contains(template.name()))
          .forEach(all::add);
    }
    List<ResourceTemplate> free = new ArrayList<>();
    for (ResourceTemplate template : all) {
      if (resources.find(template.name()).isEmpty()) {
        free.add(template);
      } else {
        problems.accept(
            "The resource template \"%s\" is ignored: a resource has its name. Rename one."
                .formatted(EscapedBytes.of(template.name())));
      }
    }
    return NamedItems.firstOf(
        "resource template",
        ResourceTemplate::name,
        template ->
            place(template.path(), "") + " (" + EscapedBytes.of(template.template().text()) + ")",
        free,
        problems);
  }

  private String place(String path, String uri) {
    return path.isEmpty() ? EscapedBytes.of(uri) : folder.path() + "/" + EscapedBytes.of(path);
  }

  /** What the resources folder publishes; not looked at where all of it is registered. */
  private Discovery discovery() {
    if (discovery == null) {
      discovery = new Discovery(listed, problems);
    }
    return discovery;
  }

  private List<Resource> discoveredResources() {
    Discovery discovery = discovery();
    List<Resource> resources = new ArrayList<>();
    for (FoundFile file : discovery.files()) {
      if (!isTemplate(file.metadataOrNone())) {
        resource(file, discovery).ifPresent(resources::add);
      }
    }
    discovery.reportOrphans(metadata -> !isTemplate(metadata));
    return resources;
  }

  private static boolean isTemplate(ObjectNode metadata) {
    return Members.text(metadata, TEMPLATE_KEY).isPresent();
  }

  private List<Resource> registeredResources() {
    List<ObjectNode> entries = registration.resources().orElse(List.of());
    List<Resource> resources = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      ObjectNode entry = paths.javaAsPath(entries.get(i), true);
      String where = registration.where(project, RegistrationKind.RESOURCES, i);
      Optional<String> name = Members.text(entry, "name");
      Optional<String> uri = Members.text(entry, URI_KEY);
      if (name.isEmpty() || uri.isEmpty()) {
        problems.accept(where + " is ignored: it lacks its name or its uri. Add both.");
        continue;
      }
      String path =
          Members.text(entry, "path").map(written -> paths.known(written, said(where))).orElse("");
      Source source =
          new Source(
              name.get(),
              uri.get(),
              path,
              ResourceProvider.registered(entry, uri.get(), path),
              entry,
              project.path(),
              where);
      Optional<String> script = CompletionScripts.beside(path, folder, problems);
      resource(source, OptionalLong.empty(), script).ifPresent(resources::add);
    }
    return resources;
  }

  private Optional<Resource> resource(FoundFile file, Discovery discovery) {
    ObjectNode metadata = file.metadataOrNone();
    String name = file.name();
    Consumer<String> said = said(file.where().toString());
    Optional<String> declared = new Members(metadata, said).text(URI_KEY);
    if (declared.isEmpty()) {
      Optional<ObjectNode> inline = discovery.inline(file);
      declared = inline.flatMap(object -> Members.text(object, URI_KEY));
      if (file.metadata().isEmpty() && inline.isPresent()) {
        metadata = inline.get();
        name = Members.text(metadata, "name").orElse(name);
      }
    }
    String uri = declared.orElseGet(() -> FileUri.of(file.file()));
    Source source =
        new Source(
            name,
            uri,
            file.path(),
            ResourceProvider.discovered(metadata, uri, file.path()),
            metadata,
            file.file().getParent(),
            file.where().toString());
    // A URI of the author's may be that of another file; otherwise this one has been looked at.
    OptionalLong listed =
        declared.flatMap(FileUri::path).isEmpty()
            ? OptionalLong.of(file.size())
            : OptionalLong.empty();
    return resource(source, listed, discovery.completionScript(file.path()));
  }

  private Consumer<String> said(String where) {
    return problem -> problems.accept(where + ": " + problem);
  }

  /** Empty if its limits cannot be kept, which is said. */
  private Optional<Resource> resource(
      Source from, OptionalLong listed, Optional<String> completionScript) {
    Consumer<String> said = said(from.where());
    ScriptLimits limits;
    try {
      limits = ScriptLimits.read(from.metadata(), from.provider());
    } catch (EntryException e) {
      said.accept(
          "the resource \"%s\" is not published: %s"
              .formatted(EscapedBytes.of(from.name()), e.sentences()));
      return Optional.empty();
    }
    if (!UriSyntax.isUri(from.uri())) {
      String shown = ListedUri.of(from.uri());
      said.accept(
          "the resource \"%s\" %s: \"%s\" is no URI. Write one: a scheme, a colon, and a blank as %%20."
              .formatted(
                  EscapedBytes.of(from.name()),
                  UriSyntax.isUri(shown)
                      ? "is listed, and read, as \"%s\"".formatted(EscapedBytes.of(shown))
                      : "can be read by its name alone",
                  EscapedBytes.of(from.uri())));
    }
    OptionalLong size =
        from.provider().equals(ResourceProvider.FILE)
            ? size(from, listed, said)
            : OptionalLong.empty();
    ObjectNode definition =
        new Definition(from.metadata(), said)
            .with(URI_KEY, from.uri())
            .with("name", from.name())
            .text("title")
            .requiredText("description")
            .with("mimeType", mimeType(from, listed, said))
            .with("size", size)
            .annotations()
            .icons(from.base(), List.of(folder, project))
            .object("_meta")
            .built();
    return Optional.of(
        new Resource(
            from.name(),
            from.uri(),
            from.path(),
            from.provider(),
            limits,
            completionScript,
            definition,
            from.metadata()));
  }

  /**
   * The name of a program tells nothing about what it prints. A file is looked at as it will be
   * when it is read.
   */
  private String mimeType(Source from, OptionalLong listed, Consumer<String> said) {
    if (from.provider().equals(ResourceProvider.FILE)) {
      Optional<Path> file = FileUri.path(from.uri()).or(() -> folder.resolve(from.path()));
      return ResourceContent.listedFile(
          from.metadata(), file, from.uri(), one -> listed.isPresent() || mayBeOpened(one), said);
    }
    String path = ResourceProvider.isProgram(from.provider(), from.path()) ? "" : from.path();
    return ResourceContent.listed(from.metadata(), path, from.uri(), said);
  }

  /**
   * How many bytes a file has: what the metadata says, else the file system.
   *
   * @param listed its size, if it was listed and is what the URI means
   */
  private OptionalLong size(Source from, OptionalLong listed, Consumer<String> said) {
    Optional<JsonNode> written = Members.value(from.metadata(), "size");
    if (written.isPresent()) {
      JsonNode size = written.get();
      if (size.isIntegralNumber() && size.canConvertToLong() && size.longValue() >= 0) {
        return OptionalLong.of(size.longValue());
      }
      said.accept("\"size\" is ignored: it is not a number of bytes. Correct it or leave it out.");
    }
    Optional<Path> file = FileUri.path(from.uri()).or(() -> folder.resolve(from.path()));
    try {
      // Nothing is told of files outside of the resources and of the project.
      return listed.isEmpty() && file.filter(this::mayBeOpened).isPresent()
          ? OptionalLong.of(Files.size(file.get()))
          : listed;
    } catch (IOException e) {
      return OptionalLong.empty(); // gone since the question before; a size may be missing
    }
  }

  private boolean mayBeOpened(Path file) {
    return Files.isRegularFile(file) && folder.contains(file);
  }

  /**
   * What a resource is made from.
   *
   * @param base what paths in the metadata are relative to
   * @param where the metadata is, for messages
   */
  private record Source(
      String name,
      String uri,
      String path,
      String provider,
      ObjectNode metadata,
      Path base,
      String where) {}

  private List<ResourceTemplate> discoveredTemplates() {
    List<ResourceTemplate> templates = new ArrayList<>();
    for (Map.Entry<String, ObjectNode> metadata : discovery().metadata().entrySet()) {
      if (Members.text(metadata.getValue(), TEMPLATE_KEY).isPresent()) {
        String path = metadata.getKey();
        Path file = folder.path().resolve(path + Discovery.METADATA);
        String program = discovery().program(path).filter(reads(metadata.getValue())).orElse(path);
        template(metadata.getValue(), program, file.getParent(), file.toString())
            .ifPresent(templates::add);
      }
    }
    return templates;
  }

  private List<ResourceTemplate> registeredTemplates() {
    List<ObjectNode> entries = registration.resourceTemplates().orElse(List.of());
    List<ResourceTemplate> templates = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      ObjectNode entry = paths.javaAsPath(entries.get(i), true);
      String where = registration.where(project, RegistrationKind.RESOURCE_TEMPLATES, i);
      String path = path(entry, said(where));
      template(entry, path, project.path(), where).ifPresent(templates::add);
    }
    return templates;
  }

  /** Whether a program beside metadata is what reads the URIs of its template. */
  private static Predicate<String> reads(ObjectNode metadata) {
    String template = Members.text(metadata, TEMPLATE_KEY).orElse("");
    return program ->
        ResourceProvider.isProgram(
            ResourceProvider.discovered(metadata, template, program), program);
  }

  /** A path is where completions lie beside, and any will do, but a program must be found by it. */
  private String path(ObjectNode entry, Consumer<String> said) {
    String written = Members.text(entry, "path").orElse("");
    return JavaProgram.is(written) ? paths.known(written, said) : written;
  }

  private Optional<ResourceTemplate> template(
      ObjectNode metadata, String path, Path base, String where) {
    Optional<String> name = Members.text(metadata, "name");
    String reason;
    if (name.isEmpty()) {
      reason = "it has no name";
    } else if (Members.value(metadata, "uri").isPresent()) {
      reason = "it has both a uri and a uriTemplate";
    } else {
      try {
        UriTemplate template = UriTemplate.parse(Members.text(metadata, TEMPLATE_KEY).orElse(""));
        if (!template.variables().isEmpty()) {
          String provider = ResourceProvider.discovered(metadata, template.text(), path);
          return Optional.of(
              new ResourceTemplate(
                  name.get(),
                  template,
                  ofPaths(template, provider),
                  path,
                  provider,
                  ScriptLimits.read(metadata, provider),
                  PromptArgument.read(metadata).orElse(List.of()),
                  CompletionScripts.ofTemplate(path, name.get(), folder, problems),
                  definition(name.get(), template, metadata, base, where),
                  metadata));
        }
        reason = "its uriTemplate has no variable";
      } catch (UriTemplateException e) {
        reason = "its uriTemplate has " + e.getMessage();
      } catch (EntryException e) {
        problems.accept(
            "%s: the template \"%s\" is not published: %s"
                .formatted(where, EscapedBytes.of(name.get()), e.sentences()));
        return Optional.empty();
      }
    }
    problems.accept("%s: the template is ignored: %s. Mend it.".formatted(where, reason));
    return Optional.empty();
  }

  private static Optional<UriTemplate> ofPaths(UriTemplate template, String provider)
      throws UriTemplateException {
    return provider.equals(ResourceProvider.FILE)
            && !HiddenNames.spelledOutBy(template.text()).equals(HiddenNames.NONE)
        ? Optional.of(UriTemplate.parseForPaths(template.text()))
        : Optional.empty();
  }

  private ObjectNode definition(
      String name, UriTemplate template, ObjectNode metadata, Path base, String where) {
    return new Definition(metadata, said(where))
        .with(TEMPLATE_KEY, template.text())
        .with("name", name)
        .text("title")
        .text("description")
        .text("mimeType")
        .annotations()
        .icons(base, List.of(folder, project))
        .object("_meta")
        .built();
  }
}
