package dev.bullpen.project.resource;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.file.Cause;
import dev.bullpen.project.file.ContainedFile;
import dev.bullpen.project.file.FileStamp;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.file.Fingerprint;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.MimeType;
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
 * The provider {@code file}: which path a URI means, and whether that may be read.
 *
 * <p>A URI is decoded once, the path normalised, every link followed, and only then decided on. To
 * the client a file outside of the roots, a hidden one and one that does not exist are the same.
 *
 * <p>The roots are {@code MCP_RESOURCES_ROOTS} (paths between colons, relative ones below the
 * project), else the resources folder, else the project. The roots a client has sent do not count:
 * they are where it works, not what the project publishes.
 */
final class ResourceFiles {
  private static final String AUTHORITY = "//";

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
        continue; // no such folder can exist, so none is lost
      }
    }
  }

  /**
   * The path a resource is at, existing or not; empty when it can be at none.
   *
   * <p>A {@code file} URI says it. Of another URI a resource says it with its {@code path}, and for
   * a template it is what follows the scheme, below the resources folder.
   */
  Optional<Path> path(ResourceSubject subject) {
    String uri = subject.uri();
    if (uri.indexOf('?') < 0 && uri.indexOf('#') < 0) {
      Optional<Path> path = FileUri.path(uri).map(Path::normalize);
      if (path.isPresent()) {
        return path;
      }
      if (subject.variables().isPresent() && !UriSyntax.scheme(uri).equals("file")) {
        return UriSyntax.decode(rest(uri)).flatMap(layout.resources()::resolve);
      }
    }
    return subject.path().flatMap(layout.resources()::resolve);
  }

  /** What follows the scheme, always relative: a host and a folder are alike here. */
  private static String rest(String uri) {
    String rest = UriSyntax.afterScheme(uri);
    return rest.startsWith(AUTHORITY) ? rest.substring(AUTHORITY.length()) : rest;
  }

  /** Real paths of those that are there; looked up anew, as folders come and go. */
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
        continue; // what is not there contains nothing
      }
    }
    return roots;
  }

  /**
   * The root a file is in.
   *
   * @param real path of the file, every link followed
   * @param hidden what of its path below the root may be hidden
   */
  static Optional<Path> containing(Path real, HiddenNames hidden, List<Path> roots) {
    return roots.stream()
        .filter(root -> real.startsWith(root) && hidden.allow(root.relativize(real)))
        .findFirst();
  }

  Located locate(ResourceSubject subject) throws ResourceException {
    Path path =
        path(subject)
            .orElseThrow(
                () -> ResourceException.notFound(subject.uri(), "it names no file of this host"));
    // Before the file: so it takes as long whether it is missing or merely somewhere else.
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
                        "it is %s, which is hidden or outside of %s. Add its folder to %s if it is to be read"
                            .formatted(real, now, ROOTS)));
    return new Located(path, real, root, now);
  }

  /** What is wrong with a path, told to the operator alone. */
  static ResourceException missing(ResourceSubject subject, Path path, String reason) {
    return ResourceException.notFound(subject.uri(), "%s: %s".formatted(path, reason));
  }

  private static ResourceException tooLong(String uri, int maxBytes) {
    return ResourceException.tooLong(maxBytes, uri, ResourceException.MAX_BYTES);
  }

  /**
   * A place inside of the roots.
   *
   * @param path as it was asked for
   * @param real the same, every link followed
   * @param root the one it is in
   * @param roots all of them, as they were when it was looked for
   */
  record Located(Path path, Path real, Path root, List<Path> roots) {}

  record LocalFile(ResourceFiles files, ResourceSubject subject, int maxBytes)
      implements ResourceRead.Source {
    @Override
    public byte[] read() throws ResourceException {
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
        return FileStamp.of(files.locate(subject).real());
      } catch (ResourceException e) {
        return FileStamp.NONE; // it may be there the next time
      }
    }
  }

  /**
   * Reads the files directly in a folder, sorted by name, each as an item of its own. Hidden ones,
   * those with a {@linkplain FolderListing#isForeign foreign name} and those outside of the roots
   * are not among them.
   *
   * <p>Its bytes are the items as JSON, which {@link #items} reads again.
   */
  record FolderContents(ResourceFiles files, ResourceSubject subject, int maxBytes)
      implements ResourceRead.Source {
    /** Files of one folder; more is a listing, which belongs in links. */
    static final int MAX_FILES = EmbeddedResources.MAX_FILES;

    /** A file of a folder, by its real path, and the root to read it from. */
    private record Child(Path real, Path root) {}

    @Override
    public byte[] read() throws ResourceException {
      Located folder = folder();
      ArrayNode items = Json.array();
      int left = maxBytes;
      for (Map.Entry<String, Child> file : children(folder).entrySet()) {
        Child child = file.getValue();
        Optional<byte[]> read;
        try {
          read = ContainedFile.read(child.root(), child.real(), left);
        } catch (IOException e) {
          continue; // gone meanwhile, or not for us: it is not among the files then
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
        children(folder()).forEach((name, file) -> stamps.put(name, FileStamp.of(file.real())));
        return Fingerprint.sha256(stamps.toString().getBytes(StandardCharsets.UTF_8));
      } catch (ResourceException e) {
        return FileStamp.NONE;
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
        if (HiddenNames.isHidden(entry.getFileName().toString())
            || HiddenNames.isHidden(real.getFileName().toString())
            || FolderListing.isForeign(entry)
            || !Files.isRegularFile(real)) {
          return Optional.empty();
        }
        // A folder that may be read though it is hidden makes its own files no more hidden than
        // itself.
        boolean isBeside = folder.real().equals(real.getParent());
        HiddenNames hidden = isBeside ? HiddenNames.ALL : HiddenNames.NONE;
        return containing(real, hidden, folder.roots()).map(root -> new Child(real, root));
      } catch (IOException e) {
        return Optional.empty(); // a link to nowhere, or gone meanwhile
      }
    }
  }

  /**
   * Reads the page of an interface. A link in place of the file is not followed.
   *
   * @param within the page lies in one of these
   */
  record UiPage(String uri, Path html, int maxBytes, List<Folder> within)
      implements ResourceRead.Source {
    @Override
    public byte[] read() throws ResourceException {
      try {
        Path real = html.getParent().toRealPath().resolve(html.getFileName());
        return ContainedFile.read(ContainedFile.root(real, within), real, maxBytes)
            .orElseThrow(
                () -> ResourceException.tooLong(maxBytes, uri, ResourceException.MAX_UI_BYTES));
      } catch (IOException e) {
        throw ResourceException.notFound(uri, "%s: %s".formatted(html, Cause.of(e)));
      }
    }

    @Override
    public String stamp() {
      return FileStamp.of(html);
    }
  }

  /** The text that an {@code echo} URI holds itself: {@code echo://a%20text}. */
  record EchoedText(String uri, int maxBytes) implements ResourceRead.Source {
    private static final String PREFIX = "echo://";

    @Override
    public byte[] read() throws ResourceException {
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
