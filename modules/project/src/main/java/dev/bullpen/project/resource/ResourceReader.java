package dev.bullpen.project.resource;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.metadata.Definition;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.EntryPath;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.metadata.NamedItems;
import dev.bullpen.project.prompt.PromptArgument;
import dev.bullpen.project.registration.Registration;
import dev.bullpen.project.registration.RegistrationKind;
import dev.bullpen.project.resource.ResourceSubject.HiddenNames;
import dev.bullpen.project.script.Discovery;
import dev.bullpen.project.script.ScriptLimits;
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
import org.jspecify.annotations.Nullable;
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
  private final FolderListing listed;
  private final EntryPath paths;
  private final Warnings problems;
  private @Nullable Discovery discovery; // null until something is left to discovery

  public ResourceReader(
      Layout layout, Registration registration, FolderListing listed, Warnings problems) {
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
            resource ->
                resource.path().isEmpty()
                    ? EscapedBytes.of(resource.uri())
                    : folder.path() + "/" + EscapedBytes.of(resource.path()),
            registration.resources().isPresent() ? registeredResources() : discoveredResources(),
            problems);
    Map<String, Resource> byUri = resources.by(resource -> FileUri.key(resource.uri()));
    for (Resource resource : resources.all()) {
      Resource first = byUri.get(FileUri.key(resource.uri()));
      if (first != null && first != resource) {
        problems.add(
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
        problems.add(
            "The resource template \"%s\" is ignored: a resource has its name. Rename one."
                .formatted(EscapedBytes.of(template.name())));
      }
    }
    return NamedItems.firstOf(
        "resource template",
        ResourceTemplate::name,
        template ->
            "%s (%s)"
                .formatted(
                    template.path().isEmpty()
                        ? ""
                        : folder.path() + "/" + EscapedBytes.of(template.path()),
                    EscapedBytes.of(template.template().text())),
        free,
        problems);
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
        problems.add(where + " is ignored: it lacks its name or its uri. Add both.");
        continue;
      }
      String path =
          Members.text(entry, "path").map(written -> paths.known(written, said(where))).orElse("");
      Source source =
          new Source(
              name.get(),
              uri.get(),
              path,
              ResourceSubject.registeredProvider(entry, uri.get(), path),
              entry,
              project.path(),
              where,
              OptionalLong.empty());
      resource(source, Discovery.completionBeside(path, folder, problems))
          .ifPresent(resources::add);
    }
    return resources;
  }

  private Optional<Resource> resource(FoundFile file, Discovery discovery) {
    ObjectNode metadata = file.metadataOrNone();
    String name = file.name();
    Optional<String> declared = new Members(metadata, said(file.where().toString())).text(URI_KEY);
    if (declared.isEmpty()) {
      Optional<ObjectNode> inline = discovery.inline(file);
      declared = inline.flatMap(object -> Members.text(object, URI_KEY));
      if (file.metadata().isEmpty() && inline.isPresent()) {
        metadata = inline.get();
        name = Members.text(metadata, "name").orElse(name);
      }
    }
    String uri = declared.orElseGet(() -> FileUri.of(file.file()));
    // A URI of the author's may be that of another file; otherwise this one has been looked at.
    boolean isListed = declared.flatMap(FileUri::path).isEmpty();
    Source source =
        new Source(
            name,
            uri,
            file.path(),
            ResourceSubject.discoveredProvider(metadata, uri, file.path()),
            metadata,
            file.file().getParent(),
            file.where().toString(),
            isListed ? OptionalLong.of(file.size()) : OptionalLong.empty());
    return resource(source, discovery.completionScript(file.path()));
  }

  private Warnings said(String where) {
    return problem -> problems.add(where + ": " + problem);
  }

  /** Empty if its limits cannot be kept, which is said. */
  private Optional<Resource> resource(Source from, Optional<String> completionScript) {
    Warnings said = said(from.where());
    ScriptLimits limits;
    try {
      limits = ScriptLimits.read(from.metadata(), from.provider());
    } catch (EntryException e) {
      said.add(
          "the resource \"%s\" is not published: %s"
              .formatted(EscapedBytes.of(from.name()), e.sentences()));
      return Optional.empty();
    }
    if (!UriSyntax.isUri(from.uri())) {
      String shown = UriSyntax.listed(from.uri());
      said.add(
          "the resource \"%s\" %s: \"%s\" is no URI. Write one: a scheme, a colon, and a blank as %%20."
              .formatted(
                  EscapedBytes.of(from.name()),
                  UriSyntax.isUri(shown)
                      ? "is listed, and read, as \"%s\"".formatted(EscapedBytes.of(shown))
                      : "can be read by its name alone",
                  EscapedBytes.of(from.uri())));
    }
    Members members = new Members(from.metadata(), said);
    ObjectNode definition =
        new Definition(from.metadata(), said)
            .with(URI_KEY, from.uri())
            .with("name", from.name())
            .text("title")
            .requiredText("description")
            .with("mimeType", mimeType(from, members))
            .with("size", from.isFile() ? size(from, members) : OptionalLong.empty())
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
   * The kind that the metadata declares, else what the name of the file tells, else the URI, else
   * how the file begins, as when it is read. The name of a program tells nothing about what it
   * prints.
   */
  private String mimeType(Source from, Members members) {
    Optional<Path> file = from.isFile() ? file(from) : Optional.empty();
    boolean isProgram = ResourceSubject.isProgram(from.provider(), from.path());
    String path = file.map(Path::toString).orElse(from.isFile() || isProgram ? "" : from.path());
    String name = FoundFile.fileName(path);
    return members
        .read(
            "mimeType",
            value -> value.stringValueOpt().filter(text -> !text.isBlank()),
            "it is not a string with something in it. Correct it.")
        .or(() -> ResourceContent.byName(name))
        .or(() -> ResourceContent.byName(ResourceContent.fileName(from.uri())))
        .or(
            () ->
                file.filter(one -> from.listed().isPresent() || mayBeOpened(one))
                    .map(one -> SmallFile.head(one, ResourceContent.PROBE))
                    .map(head -> ResourceContent.detectedByHead(name, head)))
        .orElse(ResourceContent.DEFAULT_TYPE);
  }

  /** How many bytes a file has: what the metadata says, else the file system. */
  private OptionalLong size(Source from, Members members) {
    Optional<Long> written =
        members.read(
            "size",
            value ->
                Optional.of(value)
                    .filter(size -> size.isIntegralNumber() && size.canConvertToLong())
                    .map(JsonNode::longValue)
                    .filter(size -> size >= 0),
            "it is not a number of bytes. Correct it or leave it out.");
    if (written.isPresent()) {
      return OptionalLong.of(written.get());
    }
    // Nothing is told of files outside of the resources and of the project.
    Optional<Path> file =
        from.listed().isPresent() ? Optional.empty() : file(from).filter(this::mayBeOpened);
    try {
      return file.isPresent() ? OptionalLong.of(Files.size(file.get())) : from.listed();
    } catch (IOException e) {
      return OptionalLong.empty(); // gone since the question before; a size may be missing
    }
  }

  private Optional<Path> file(Source from) {
    return FileUri.path(from.uri()).or(() -> folder.resolve(from.path()));
  }

  private boolean mayBeOpened(Path file) {
    return Files.isRegularFile(file) && folder.contains(file);
  }

  /**
   * What a resource is made from.
   *
   * @param base what paths in the metadata are relative to
   * @param where the metadata is, for messages
   * @param listed the size of the file, if it was listed and is what the URI means
   */
  private record Source(
      String name,
      String uri,
      String path,
      String provider,
      ObjectNode metadata,
      Path base,
      String where,
      OptionalLong listed) {
    boolean isFile() {
      return provider.equals(ResourceSubject.FILE);
    }
  }

  private List<ResourceTemplate> discoveredTemplates() {
    List<ResourceTemplate> templates = new ArrayList<>();
    discovery()
        .metadata()
        .forEach(
            (path, metadata) -> {
              Optional<String> template = Members.text(metadata, TEMPLATE_KEY);
              if (template.isPresent()) {
                Path file = folder.path().resolve(path + Discovery.METADATA);
                // A program beside the metadata, if that is what reads the URIs of the template.
                String described =
                    discovery()
                        .program(path)
                        .filter(program -> isReader(program, metadata, template.get()))
                        .orElse(path);
                template(metadata, described, file.getParent(), file.toString())
                    .ifPresent(templates::add);
              }
            });
    return templates;
  }

  private static boolean isReader(String program, ObjectNode metadata, String template) {
    String provider = ResourceSubject.discoveredProvider(metadata, template, program);
    return ResourceSubject.isProgram(provider, program);
  }

  private List<ResourceTemplate> registeredTemplates() {
    List<ObjectNode> entries = registration.resourceTemplates().orElse(List.of());
    List<ResourceTemplate> templates = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      ObjectNode entry = paths.javaAsPath(entries.get(i), true);
      String where = registration.where(project, RegistrationKind.RESOURCE_TEMPLATES, i);
      // A path is where completions lie beside, and any will do, but a program is found by it.
      String written = Members.text(entry, "path").orElse("");
      String path = JavaProgram.is(written) ? paths.known(written, said(where)) : written;
      template(entry, path, project.path(), where).ifPresent(templates::add);
    }
    return templates;
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
          String provider = ResourceSubject.discoveredProvider(metadata, template.text(), path);
          return Optional.of(
              new ResourceTemplate(
                  name.get(),
                  template,
                  ofPaths(template, provider),
                  path,
                  provider,
                  ScriptLimits.read(metadata, provider),
                  PromptArgument.read(metadata).orElse(List.of()),
                  Discovery.completionOfTemplate(path, name.get(), folder, problems),
                  definition(name.get(), template, metadata, base, where),
                  metadata));
        }
        reason = "its uriTemplate has no variable";
      } catch (UriTemplateException e) {
        reason = "its uriTemplate has " + e.getMessage();
      } catch (EntryException e) {
        problems.add(
            "%s: the template \"%s\" is not published: %s"
                .formatted(where, EscapedBytes.of(name.get()), e.sentences()));
        return Optional.empty();
      }
    }
    problems.add("%s: the template is ignored: %s. Mend it.".formatted(where, reason));
    return Optional.empty();
  }

  private static Optional<UriTemplate> ofPaths(UriTemplate template, String provider)
      throws UriTemplateException {
    return provider.equals(ResourceSubject.FILE)
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
