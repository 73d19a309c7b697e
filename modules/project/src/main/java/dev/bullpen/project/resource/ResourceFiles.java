package dev.bullpen.project.resource;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.posix.FileStatus;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.project.file.ContainedFile;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.file.Fingerprint;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.MimeType;
import dev.bullpen.project.resource.ResourceRead.ResourceTarget;
import dev.bullpen.project.resource.ResourceSubject.HiddenNames;
import dev.bullpen.project.uri.UriSyntax;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;

/**
 * The provider {@code file}: finds the path of a URI, and decides whether it may be read. Also
 * other content that this process reads itself.
 *
 * <p>A URI is decoded once, its path is normalised, and all links are followed, before the
 * decision. Files outside of the roots, hidden files and missing files are the same to the client.
 *
 * <p>The roots are {@code MCP_RESOURCES_ROOTS} (paths between colons, relative ones below the
 * project), otherwise the resources folder, otherwise the project. A client's roots do not matter
 * here: the client works there, but the project does not publish them.
 */
final class ResourceFiles {
  private static final String ROOTS = "MCP_RESOURCES_ROOTS";

  private final Layout layout;
  private final List<Path> named = new ArrayList<>();

  ResourceFiles(Layout layout, Map<String, String> env) {
    this.layout = layout;
    for (String path : env.getOrDefault(ROOTS, "").split(":")) {
      try {
        if (!path.isBlank()) {
          named.add(layout.root().path().resolve(path).normalize());
        }
      } catch (InvalidPathException e) {
        continue; // no such folder can exist
      }
    }
  }

  /**
   * The path of a resource, existing or not. For a {@code file} URI it is the URI's path. For
   * another URI it is the {@code path} of the resource, or, for a template, the part of the URI
   * after the scheme, below the resources folder. {@code file://./PATH}, which is no URI of RFC
   * 8089, is below the project, as with mcp-bash.
   */
  Optional<Path> path(ResourceSubject subject) {
    String uri = subject.uri();
    if (uri.indexOf('?') < 0 && uri.indexOf('#') < 0) {
      Optional<Path> path = FileUri.path(uri).map(Path::normalize);
      if (path.isPresent()) {
        return path;
      }
      if (subject.variables().isPresent() && !UriSyntax.scheme(uri).equals("file")) {
        // The host counts as a folder here.
        String below = UriSyntax.afterScheme(uri).replaceFirst("^//", "");
        return UriSyntax.decode(below).flatMap(layout.resources()::resolve);
      }
    }
    return subject
        .path()
        .flatMap(layout.resources()::resolve)
        .or(() -> FileUri.pathBelow(layout.root().path(), uri));
  }

  /** The real paths of existing roots. Resolved on each call, because folders come and go. */
  private List<Path> roots() {
    Folder resources = layout.resources();
    List<Path> wanted =
        !named.isEmpty()
            ? named
            : List.of(
                resources.contains(resources.path()) ? resources.path() : layout.root().path());
    List<Path> roots = new ArrayList<>();
    for (Path path : wanted) {
      try {
        roots.add(path.toRealPath());
      } catch (IOException e) {
        continue; // a missing folder contains nothing
      }
    }
    return roots;
  }

  /** The root that contains a real path whose hidden names may be read. */
  private static Optional<Path> containing(Path real, HiddenNames hidden, List<Path> roots) {
    return roots.stream()
        .filter(root -> real.startsWith(root) && hidden.allow(root.relativize(real)))
        .findFirst();
  }

  Located locate(ResourceSubject subject) throws ResourceException {
    Path path =
        path(subject)
            .orElseThrow(
                () -> ResourceException.notFound(subject.uri(), "it names no file of this host"));
    // Before the file, so that missing and forbidden files take the same time.
    List<Path> now = roots();
    Path real;
    try {
      real = path.toRealPath();
    } catch (IOException e) {
      throw missing(subject, path, Cause.of(e));
    }
    Path root =
        containing(real, subject.hidden(), now)
            .orElseThrow(
                () ->
                    missing(
                        subject,
                        path,
                        "it is %s, which is hidden or outside of %s. Add its folder to %s to let it be read"
                            .formatted(real, now, ROOTS)));
    return new Located(path, real, root, now);
  }

  private static ResourceException missing(ResourceSubject subject, Path path, String reason) {
    return ResourceException.notFound(subject.uri(), "%s: %s".formatted(path, reason));
  }

  private static ResourceException tooLong(String uri, int maxBytes) {
    return ResourceException.tooLong(maxBytes, uri, ResourceException.MAX_BYTES);
  }

  /** The requested path, the same after following links, its root, and all roots. */
  private record Located(Path path, Path real, Path root, List<Path> roots) {}

  record LocalFile(
      ResourceTarget target, ResourceFiles files, ResourceSubject subject, int maxBytes)
      implements ResourceRead.Local {
    @Override
    public byte[] bytes() throws ResourceException {
      Located located = files.locate(subject);
      try {
        return ContainedFile.read(located.root(), located.real(), maxBytes)
            .orElseThrow(() -> tooLong(subject.uri(), maxBytes));
      } catch (IOException e) {
        throw missing(subject, located.path(), Cause.of(e));
      }
    }

    @Override
    public String stamp() {
      try {
        return FileStatus.stamp(files.locate(subject).real());
      } catch (ResourceException e) {
        return FileStatus.NO_STAMP; // it may exist the next time
      }
    }
  }

  /**
   * The files directly in a folder, sorted by name, except hidden ones, those with a {@linkplain
   * FolderListing#isForeign foreign name} and those outside of the roots. Its bytes are the items
   * as JSON, which {@link #items} parses again.
   */
  record FolderContents(
      ResourceTarget target, ResourceFiles files, ResourceSubject subject, int maxBytes)
      implements ResourceRead.Local {
    static final int MAX_FILES = EmbeddedResources.MAX_FILES;

    private record Child(Path real, Path root) {}

    @Override
    public byte[] bytes() throws ResourceException {
      Located folder = folder();
      ArrayNode items = Json.array();
      int left = maxBytes;
      for (Map.Entry<String, Child> file : children(folder).entrySet()) {
        Child child = file.getValue();
        Optional<byte[]> read;
        try {
          read = ContainedFile.read(child.root(), child.real(), left);
        } catch (IOException e) {
          continue; // gone meanwhile, or not readable
        }
        byte[] bytes = read.orElseThrow(() -> tooLong(subject.uri(), maxBytes));
        left -= bytes.length;
        String uri = FileUri.of(folder.path().resolve(file.getKey()));
        items.add(ResourceContent.of(uri, ResourceContent.detected(file.getKey(), bytes), bytes));
      }
      if (items.isEmpty()) {
        items.add(ResourceContent.of(subject.uri(), MimeType.DIRECTORY, new byte[0]));
      }
      return Json.bytes(items);
    }

    static ArrayNode items(byte[] bytes) {
      try {
        return (ArrayNode) Json.parse(bytes);
      } catch (JsonException e) {
        throw new IllegalArgumentException("not the bytes of a folder", e);
      }
    }

    @Override
    public String stamp() {
      try {
        Map<String, String> stamps = new TreeMap<>();
        children(folder()).forEach((name, file) -> stamps.put(name, FileStatus.stamp(file.real())));
        return Fingerprint.sha256(stamps.toString().getBytes(StandardCharsets.UTF_8));
      } catch (ResourceException e) {
        return FileStatus.NO_STAMP;
      }
    }

    private Located folder() throws ResourceException {
      Located located = files.locate(subject);
      if (!Files.isDirectory(located.real())) {
        throw missing(subject, located.path(), "not a folder");
      }
      return located;
    }

    private Map<String, Child> children(Located folder) throws ResourceException {
      Map<String, Child> children = new TreeMap<>();
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder.real())) {
        for (Path entry : entries) {
          child(entry, folder)
              .ifPresent(child -> children.put(entry.getFileName().toString(), child));
          if (children.size() > MAX_FILES) {
            throw ResourceException.failed(
                "Resource content exceeds %d files".formatted(MAX_FILES),
                subject.uri(),
                "%s has more files. Publish them one by one, or by a template"
                    .formatted(folder.path()));
          }
        }
      } catch (DirectoryIteratorException e) {
        throw missing(subject, folder.path(), Cause.of(Objects.requireNonNull(e.getCause())));
      } catch (IOException e) {
        throw missing(subject, folder.path(), Cause.of(e));
      }
      return children;
    }

    private static Optional<Child> child(Path entry, Located folder) {
      try {
        Path real = entry.toRealPath();
        if (!Files.isRegularFile(real) // the root has no name
            || HiddenNames.isHidden(entry.getFileName().toString())
            || HiddenNames.isHidden(real.getFileName().toString())
            || FolderListing.isForeign(entry)) {
          return Optional.empty();
        }
        // If a hidden folder may be read, so may its files.
        boolean isBeside = folder.real().equals(real.getParent());
        HiddenNames hidden = isBeside ? HiddenNames.ALL : HiddenNames.NONE;
        return containing(real, hidden, folder.roots()).map(root -> new Child(real, root));
      } catch (IOException e) {
        return Optional.empty(); // a link to nowhere, or gone meanwhile
      }
    }
  }

  /** The page of a user interface in one of some folders. Links are not followed. */
  record UiPage(ResourceTarget target, Path html, int maxBytes, List<Folder> within)
      implements ResourceRead.Local {
    @Override
    public byte[] bytes() throws ResourceException {
      try {
        Path real = html.getParent().toRealPath().resolve(html.getFileName());
        return ContainedFile.read(ContainedFile.root(real, within), real, maxBytes)
            .orElseThrow(
                () ->
                    ResourceException.tooLong(
                        maxBytes, target.uri(), ResourceException.MAX_UI_BYTES));
      } catch (IOException e) {
        throw ResourceException.notFound(target.uri(), "%s: %s".formatted(html, Cause.of(e)));
      }
    }

    @Override
    public String stamp() {
      return FileStatus.stamp(html);
    }
  }

  record EchoedText(ResourceTarget target, int maxBytes) implements ResourceRead.Local {
    private static final String PREFIX = "echo://";

    @Override
    public byte[] bytes() throws ResourceException {
      String uri = target.uri();
      Optional<String> text =
          uri.regionMatches(true, 0, PREFIX, 0, PREFIX.length())
              ? UriSyntax.decode(uri.substring(PREFIX.length()))
              : Optional.empty();
      if (text.isEmpty()) {
        throw ResourceException.invalid(
            ProviderExit.INVALID_SPECIFICATION, uri, "it is not echo:// and a text in UTF-8");
      }
      byte[] bytes = text.get().getBytes(StandardCharsets.UTF_8);
      if (bytes.length > maxBytes) {
        throw tooLong(uri, maxBytes);
      }
      return bytes;
    }

    @Override
    public String stamp() {
      return "always the same";
    }
  }
}
