package dev.bullpen.project.resource;

import dev.bullpen.json.UriText;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.metadata.Described;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.EntryPath;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.metadata.Member;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.metadata.NamedItems;
import dev.bullpen.project.metadata.WrittenDefinition;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes concrete resources from files and registered entries, and resource templates from metadata
 * with a {@code uriTemplate}. Bad ones are left out with a warning.
 */
public final class ResourceReader {
  /**
   * The members of the metadata of a resource or a template, and of their entries in a
   * registration, that are read here.
   */
  public static final List<String> KEYS =
      List.of(
          "name",
          "title",
          "description",
          "uri",
          "uriTemplate",
          "arguments",
          "mimeType",
          "provider",
          "size",
          "annotations",
          "icons",
          "_meta",
          "limits",
          "path",
          "java");

  private static final String URI_KEY = "uri";
  private static final String TEMPLATE_KEY = "uriTemplate";

  private static final Member<String> MIME_TYPE = Member.text("mimeType", "Correct it");
  private static final Member<Long> SIZE =
      new Member<>(
          "size",
          value ->
              Optional.of(value)
                  .filter(size -> size.isIntegralNumber() && size.canConvertToLong())
                  .map(JsonNode::longValue)
                  .filter(size -> size >= 0),
          "not a number of bytes",
          "Correct it or leave it out");

  private final Folder folder;
  private final Folder project;
  private final Registration registration;
  private final FolderListing listed;
  private final EntryPath paths;
  private final Warnings warnings;
  private @Nullable Discovery discovery; // null until something is discovered

  public ResourceReader(
      Layout layout, Registration registration, FolderListing listed, Warnings warnings) {
    this.folder = layout.resources();
    this.project = layout.root();
    this.registration = registration;
    this.listed = listed;
    this.paths = new EntryPath(folder, project);
    this.warnings = warnings;
  }

  /** Both, because a template must not have the name of a resource. */
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
            warnings);
    Map<String, Resource> byUri = resources.by(resource -> FileUri.key(resource.uri()));
    for (Resource resource : resources.all()) {
      Resource first = byUri.get(FileUri.key(resource.uri()));
      if (first != null && first != resource) {
        warnings.add(
            "The resource \"%s\" cannot be read by its URI: \"%s\" has the same. Change one of the two."
                .formatted(EscapedBytes.of(resource.name()), EscapedBytes.of(first.name())));
      }
    }
    return resources;
  }

  /**
   * Registered templates are added to the discovered ones, and take precedence by name. An empty
   * list does not switch discovery off.
   */
  private NamedItems<ResourceTemplate> templates(NamedItems<Resource> resources) {
    if (registration.resourceTemplates().filter(List::isEmpty).isPresent()) {
      return NamedItems.none();
    }
    List<ResourceTemplate> all = registeredTemplates();
    if (!registration.templatesAreAll()) {
      Set<String> overridden = all.stream().map(ResourceTemplate::name).collect(Collectors.toSet());
      discoveredTemplates().stream()
          .filter(template -> !overridden.contains(template.name()))
          .forEach(all::add);
    }
    List<ResourceTemplate> free = new ArrayList<>();
    for (ResourceTemplate template : all) {
      if (resources.find(template.name()).isEmpty()) {
        free.add(template);
      } else {
        warnings.add(
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
        warnings);
  }

  /** What the resources folder publishes. The folder is not read if everything is registered. */
  private Discovery discovery() {
    if (discovery == null) {
      discovery = new Discovery(listed, warnings);
    }
    return discovery;
  }

  private List<Resource> discoveredResources() {
    Discovery discovery = discovery();
    List<Resource> resources = new ArrayList<>();
    for (FoundFile file : discovery.files()) {
      if (!isTemplate(file.metadataOrNone())) {
        resource(source(file), discovery.completionScript(file.path())).ifPresent(resources::add);
      }
    }
    discovery.reportOrphans(metadata -> !isTemplate(metadata));
    return resources;
  }

  private static boolean isTemplate(ObjectNode metadata) {
    return Members.silentText(metadata, TEMPLATE_KEY).isPresent();
  }

  private List<Resource> registeredResources() {
    List<Resource> resources = new ArrayList<>();
    for (Described entry : registration.described(RegistrationKind.RESOURCES, paths, true)) {
      String name = entry.text("name").orElseThrow();
      String uri = entry.text(URI_KEY).orElseThrow();
      String path =
          entry.path().isEmpty() ? "" : paths.known(entry.path(), warnings.about(entry.where()));
      String provider = ResourceSubject.registeredProvider(entry.metadata(), uri, path);
      Source source = new Source(name, uri, provider, entry.at(path), OptionalLong.empty());
      resource(source, Discovery.completionBeside(path, folder, warnings))
          .ifPresent(resources::add);
    }
    return resources;
  }

  private Source source(FoundFile file) {
    Described from = file.described();
    String name = file.name();
    Members members = new Members(from.metadata(), warnings.about(from.where()));
    Optional<String> declared = members.text(URI_KEY);
    if (declared.isEmpty()) {
      Optional<ObjectNode> inline = discovery().inline(file);
      declared = inline.flatMap(object -> Members.silentText(object, URI_KEY));
      if (file.metadata().isEmpty() && inline.isPresent()) {
        from = new Described(from.path(), inline.get(), from.base(), from.where());
        name = from.text("name").orElse(name);
      }
    }
    String uri = declared.orElseGet(() -> FileUri.of(file.file()));
    // The author's URI may be that of another file.
    boolean isListed = declared.flatMap(FileUri::path).isEmpty();
    return new Source(
        name,
        uri,
        ResourceSubject.discoveredProvider(from.metadata(), uri, from.path()),
        from,
        isListed ? OptionalLong.of(file.size()) : OptionalLong.empty());
  }

  private Optional<Resource> resource(Source source, Optional<String> completionScript) {
    Described from = source.from();
    Warnings said = warnings.about(from.where());
    ScriptLimits limits;
    try {
      limits = ScriptLimits.read(from.metadata(), source.provider());
    } catch (EntryException e) {
      from.unpublished("resource", source.name(), e, warnings);
      return Optional.empty();
    }
    if (!UriSyntax.isUri(source.uri())) {
      String shown = UriText.of(source.uri());
      said.add(
          "the resource \"%s\" %s: \"%s\" is not a URI. Write one: a scheme, a colon, and a blank as %%20."
              .formatted(
                  EscapedBytes.of(source.name()),
                  UriSyntax.isUri(shown)
                      ? "is listed, and read, as \"%s\"".formatted(EscapedBytes.of(shown))
                      : "can be read only by its name",
                  EscapedBytes.of(source.uri())));
    }
    Members members = new Members(from.metadata(), said);
    ObjectNode definition =
        new WrittenDefinition(from.metadata(), said)
            .with(URI_KEY, source.uri())
            .with("name", source.name())
            .text("title")
            .textOrEmpty("description")
            .with(MIME_TYPE.key(), mimeType(source, members))
            .with(SIZE.key(), source.isFile() ? size(source, members) : OptionalLong.empty())
            .contentAnnotations()
            .icons(from.base(), List.of(folder, project))
            .object("_meta")
            .built();
    return Optional.of(
        new Resource(
            source.name(),
            source.uri(),
            from.path(),
            source.provider(),
            limits,
            completionScript,
            definition,
            from.metadata()));
  }

  /**
   * The type in the metadata, otherwise by the file name, otherwise by the URI, otherwise by the
   * file's first bytes, as when it is read. A program's name says nothing about its output.
   */
  private String mimeType(Source source, Members members) {
    String path = source.from().path();
    Optional<Path> file = source.isFile() ? file(source) : Optional.empty();
    boolean isNamed = !source.isFile() && !ResourceSubject.isProgram(source.provider(), path);
    String name = FoundFile.fileName(file.map(Path::toString).orElse(isNamed ? path : ""));
    return members
        .get(MIME_TYPE)
        .or(() -> ResourceContent.byName(name))
        .or(() -> ResourceContent.byName(ResourceContent.fileName(source.uri())))
        .or(
            () ->
                file.filter(one -> source.listedSize().isPresent() || mayBeOpened(one))
                    .map(one -> SmallFile.head(one, ResourceContent.PROBE))
                    .map(head -> ResourceContent.detectedByHead(name, head)))
        .orElse(ResourceContent.DEFAULT_TYPE);
  }

  /** The size of a file: from the metadata, otherwise from the file system. */
  private OptionalLong size(Source source, Members members) {
    Optional<Long> written = members.get(SIZE);
    if (written.isPresent()) {
      return OptionalLong.of(written.get());
    }
    if (source.listedSize().isPresent()) {
      return source.listedSize();
    }
    // Nothing is revealed about files outside of the resources and the project.
    Optional<Path> file = file(source).filter(this::mayBeOpened);
    try {
      return file.isPresent() ? OptionalLong.of(Files.size(file.get())) : OptionalLong.empty();
    } catch (IOException e) {
      return OptionalLong.empty(); // gone meanwhile; the size is optional
    }
  }

  private Optional<Path> file(Source source) {
    return FileUri.path(source.uri()).or(() -> folder.resolve(source.from().path()));
  }

  private boolean mayBeOpened(Path file) {
    return Files.isRegularFile(file) && folder.contains(file);
  }

  /**
   * The input for making a resource.
   *
   * @param listedSize the file's size, if it was listed and the URI means the file
   */
  private record Source(
      String name, String uri, String provider, Described from, OptionalLong listedSize) {
    boolean isFile() {
      return provider.equals(ResourceSubject.FILE);
    }
  }

  private List<ResourceTemplate> discoveredTemplates() {
    List<ResourceTemplate> templates = new ArrayList<>();
    for (Map.Entry<String, ObjectNode> found : discovery().metadata().entrySet()) {
      String path = found.getKey();
      ObjectNode metadata = found.getValue();
      Optional<String> template = Members.silentText(metadata, TEMPLATE_KEY);
      if (template.isPresent()) {
        Path file = folder.path().resolve(path + Discovery.METADATA);
        // The program beside the metadata, if it reads the template's URIs.
        String described =
            discovery()
                .program(path)
                .filter(program -> isReader(program, metadata, template.get()))
                .orElse(path);
        template(new Described(described, metadata, file.getParent(), file.toString()))
            .ifPresent(templates::add);
      }
    }
    return templates;
  }

  private static boolean isReader(String program, ObjectNode metadata, String template) {
    String provider = ResourceSubject.discoveredProvider(metadata, template, program);
    return ResourceSubject.isProgram(provider, program);
  }

  private List<ResourceTemplate> registeredTemplates() {
    List<ResourceTemplate> templates = new ArrayList<>();
    for (Described entry :
        registration.described(RegistrationKind.RESOURCE_TEMPLATES, paths, true)) {
      // Completions are searched beside the path, so any path serves, but a program is found by it.
      Described from =
          JavaProgram.is(entry.path())
              ? entry.at(paths.known(entry.path(), warnings.about(entry.where())))
              : entry;
      template(from).ifPresent(templates::add);
    }
    return templates;
  }

  private Optional<ResourceTemplate> template(Described from) {
    ObjectNode metadata = from.metadata();
    String name = from.text("name").orElse("");
    String reason;
    if (name.isEmpty()) {
      reason = "it has no name";
    } else if (Members.value(metadata, URI_KEY).isPresent()) {
      reason = "it has both a uri and a uriTemplate";
    } else {
      try {
        UriTemplate template = UriTemplate.parse(from.text(TEMPLATE_KEY).orElse(""));
        if (!template.variables().isEmpty()) {
          return Optional.of(template(name, template, from));
        }
        reason = "its uriTemplate has no variable";
      } catch (UriTemplateException e) {
        reason = "its uriTemplate has " + e.getMessage();
      } catch (EntryException e) {
        from.unpublished("template", name, e, warnings);
        return Optional.empty();
      }
    }
    warnings.add("%s: the template is ignored: %s. Correct it.".formatted(from.where(), reason));
    return Optional.empty();
  }

  private ResourceTemplate template(String name, UriTemplate template, Described from)
      throws UriTemplateException, EntryException {
    ObjectNode metadata = from.metadata();
    String text = template.text();
    String provider = ResourceSubject.discoveredProvider(metadata, text, from.path());
    boolean hasPaths =
        provider.equals(ResourceSubject.FILE)
            && !HiddenNames.spelledOutBy(text).equals(HiddenNames.NONE);
    ScriptLimits limits = ScriptLimits.read(metadata, provider);
    ObjectNode definition =
        new WrittenDefinition(metadata, warnings.about(from.where()))
            .with(TEMPLATE_KEY, text)
            .with("name", name)
            .text("title")
            .text("description")
            .text(MIME_TYPE.key())
            .contentAnnotations()
            .icons(from.base(), List.of(folder, project))
            .object("_meta")
            .built();
    return new ResourceTemplate(
        name,
        template,
        hasPaths ? Optional.of(UriTemplate.parseForPaths(text)) : Optional.empty(),
        from.path(),
        provider,
        limits,
        PromptArgument.read(metadata).orElse(List.of()),
        Discovery.completionOfTemplate(from.path(), name, folder, warnings),
        definition,
        metadata);
  }
}
