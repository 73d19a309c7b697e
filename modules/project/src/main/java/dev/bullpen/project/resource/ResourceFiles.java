package dev.bullpen.project.resource;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.file.Cause;
import dev.bullpen.project.file.ContainedFile;
import dev.bullpen.project.file.FileStamp;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.file.Fingerprint;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.ForeignName;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.MimeType;
import dev.bullpen.project.resource.ResourceRoots.HiddenNames;
import dev.bullpen.project.uri.PercentEncoded;
import dev.bullpen.project.uri.UriSyntax;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;

/**
 * The provider {@code file}: which path a URI means, and whether that may be read.
 *
 * <p>A URI is decoded once, the path normalised, every link followed, and only then decided on. To
 * the client a file outside of the roots, a hidden one and one that does not exist are the same.
 */
final class ResourceFiles {
  private static final String AUTHORITY = "//";

  private final Layout layout;
  private final ResourceRoots roots;

  ResourceFiles(Layout layout, ResourceRoots roots) {
    this.layout = layout;
    this.roots = roots;
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
        return PercentEncoded.decode(rest(uri)).flatMap(layout.resources()::resolve);
      }
    }
    return subject.path().flatMap(layout.resources()::resolve);
  }

  /** What follows the scheme, always relative: a host and a folder are alike here. */
  private static String rest(String uri) {
    String rest = UriSyntax.afterScheme(uri);
    return rest.startsWith(AUTHORITY) ? rest.substring(AUTHORITY.length()) : rest;
  }

  Located locate(ResourceSubject subject) throws ResourceException {
    Path path =
        path(subject)
            .orElseThrow(
                () -> ResourceException.notFound(subject.uri(), "it names no file of this host"));
    // Before the file: so it takes as long whether it is missing or merely somewhere else.
    List<Path> now = roots.now();
    Path real;
    try {
      real = path.toRealPath();
    } catch (IOException e) {
      throw missing(subject, path, Cause.of(e));
    }
    Path root =
        ResourceRoots.containing(real, subject.hidden(), now)
            .orElseThrow(
                () ->
                    missing(
                        subject,
                        path,
                        "it is %s, which is hidden or outside of %s. Add its folder to %s if it is to be read"
                            .formatted(real, now, ResourceRoots.VARIABLE)));
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
  record Located(Path path, Path real, Path root, List<Path> roots) {
    boolean isFolder() {
      return Files.isDirectory(real);
    }
  }

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
        // It may be there the next time.
        return FileStamp.NONE;
      }
    }
  }

  /**
   * Reads the files directly in a folder, sorted by name, each as an item of its own. Hidden ones,
   * those with a {@link ForeignName} and those outside of the roots are not among them.
   *
   * <p>Its bytes are the items as JSON, which {@link #items} reads again.
   */
  record FolderContents(ResourceFiles files, ResourceSubject subject, int maxBytes)
      implements ResourceRead.Source {
    /** Files of one folder; more is a listing, which belongs in links. */
    static final int MAX_FILES = EmbeddedResources.MAX_FILES;

    @Override
    public byte[] read() throws ResourceException {
      Located folder = folder();
      ArrayNode items = Json.array();
      int left = maxBytes;
      for (Map.Entry<String, Path> file : children(folder).entrySet()) {
        Optional<byte[]> bytes = read(file.getValue(), folder, left);
        if (bytes.isPresent()) {
          left -= bytes.get().length;
          String uri = FileUri.of(folder.path().resolve(file.getKey()));
          String mimeType = ResourceContent.detected(file.getKey(), bytes.get());
          items.add(ResourceContent.of(uri, mimeType, bytes.get()));
        }
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
        children(folder()).forEach((name, file) -> stamps.put(name, FileStamp.of(file)));
        return Fingerprint.sha256(stamps.toString().getBytes(StandardCharsets.UTF_8));
      } catch (ResourceException e) {
        return FileStamp.NONE;
      }
    }

    private Located folder() throws ResourceException {
      Located located = files.locate(subject);
      if (!located.isFolder()) {
        throw missing(subject, located.path(), "not a folder");
      }
      return located;
    }

    /** Real paths of the files by their names. */
    private Map<String, Path> children(Located folder) throws ResourceException {
      Map<String, Path> children = new TreeMap<>();
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder.real())) {
        for (Path entry : entries) {
          Optional<Path> file = file(entry, folder);
          if (file.isPresent()) {
            children.put(entry.getFileName().toString(), file.get());
          }
          if (children.size() > MAX_FILES) {
            throw ResourceException.failed(
                "Resource content exceeds %d files".formatted(MAX_FILES),
                subject.uri(),
                "%s has more files. Publish them one by one, or by a template"
                    .formatted(folder.path()));
          }
        }
      } catch (DirectoryIteratorException e) {
        throw missing(subject, folder.path(), Cause.of(e.getCause()));
      } catch (IOException e) {
        throw missing(subject, folder.path(), Cause.of(e));
      }
      return children;
    }

    private static Optional<Path> file(Path entry, Located folder) {
      try {
        Path real = entry.toRealPath();
        boolean hidden =
            HiddenNames.isHidden(entry.getFileName().toString())
                || HiddenNames.isHidden(real.getFileName().toString());
        return !hidden
                && !ForeignName.is(entry)
                && Files.isRegularFile(real)
                && root(real, folder).isPresent()
            ? Optional.of(real)
            : Optional.empty();
      } catch (IOException e) {
        // A link to nowhere, or gone meanwhile.
        return Optional.empty();
      }
    }

    private static Optional<Path> root(Path real, Located folder) {
      // A folder that may be read though it is hidden makes its own files no more hidden than
      // itself.
      boolean beside = folder.real().equals(real.getParent());
      return ResourceRoots.containing(
          real, beside ? HiddenNames.ALL : HiddenNames.NONE, folder.roots());
    }

    private Optional<byte[]> read(Path real, Located folder, int left) throws ResourceException {
      Optional<byte[]> bytes;
      try {
        bytes = ContainedFile.read(root(real, folder).orElseThrow(), real, left);
      } catch (IOException e) {
        // Gone meanwhile, or not for us: it is not among the files then.
        return Optional.empty();
      }
      if (bytes.isEmpty()) {
        throw tooLong(subject.uri(), maxBytes);
      }
      return bytes;
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
              ? PercentEncoded.decode(uri.substring(PREFIX.length()))
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
