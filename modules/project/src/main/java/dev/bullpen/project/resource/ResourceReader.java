package dev.bullpen.project.resource;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.Definition;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.EntryPath;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.metadata.JavaEntry;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.registration.Registration;
import dev.bullpen.project.registration.RegistrationKind;
import dev.bullpen.project.script.CompletionScripts;
import dev.bullpen.project.script.Discovery;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.project.script.ScriptLimitsReader;
import dev.bullpen.project.uri.ListedUri;
import dev.bullpen.project.uri.UriSyntax;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** Turns files and registered entries into concrete resources. */
public final class ResourceReader {
  private static final String URI_KEY = "uri";

  private final Folder folder;
  private final Folder project;
  private final ResourceSize sizes;
  private final Consumer<String> problems;

  public ResourceReader(Layout layout, Consumer<String> problems) {
    this.folder = layout.resources();
    this.project = layout.root();
    this.sizes = new ResourceSize(folder);
    this.problems = problems;
  }

  /** The files of a folder, without those whose metadata makes them a template. */
  List<Resource> discovered(Discovery discovery) {
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
    return Members.text(metadata, ResourceTemplateReader.KEY).isPresent();
  }

  /** Registered entries; one without a name or a URI is said and left out. */
  public List<Resource> registered(Registration registration) {
    List<ObjectNode> entries = registration.resources().orElse(List.of());
    EntryPath paths = new EntryPath(folder, project);
    List<Resource> resources = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      ObjectNode entry = JavaEntry.asPath(entries.get(i), folder, project, true);
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
    Optional<String> declared =
        Members.string(metadata, URI_KEY, said).filter(uri -> !uri.isBlank());
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
      limits = ScriptLimitsReader.read(from.metadata(), from.provider());
    } catch (EntryException e) {
      said.accept(
          "the resource \"%s\" is not published: %s. %s."
              .formatted(EscapedBytes.of(from.name()), e.getMessage(), e.nextStep()));
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
            ? sizes.of(from.metadata(), from.uri(), from.path(), listed, said)
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
      return ResourceMimeType.ofFile(
          from.metadata(),
          file,
          from.uri(),
          one -> listed.isPresent() || Files.isRegularFile(one) && folder.contains(one),
          said);
    }
    String path = ResourceProvider.isProgram(from.provider(), from.path()) ? "" : from.path();
    return ResourceMimeType.of(from.metadata(), path, from.uri(), said);
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
}
