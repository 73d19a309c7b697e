package dev.bullpen.project.resource;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.file.Cause;
import dev.bullpen.project.file.ContainedFile;
import dev.bullpen.project.file.FileStamp;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.file.ForeignName;
import dev.bullpen.project.file.MimeType;
import dev.bullpen.project.file.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;

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
    ResourceFiles.Located folder = folder();
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

  /** The items that {@link #read} has made. */
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
      return Sha256.hex(stamps.toString().getBytes(StandardCharsets.UTF_8));
    } catch (ResourceException e) {
      return FileStamp.NONE;
    }
  }

  private ResourceFiles.Located folder() throws ResourceException {
    ResourceFiles.Located located = files.locate(subject);
    if (!located.isFolder()) {
      throw ResourceFiles.missing(subject, located.path(), "not a folder");
    }
    return located;
  }

  /** Real paths of the files by their names. */
  private Map<String, Path> children(ResourceFiles.Located folder) throws ResourceException {
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
      throw ResourceFiles.missing(subject, folder.path(), Cause.of(e.getCause()));
    } catch (IOException e) {
      throw ResourceFiles.missing(subject, folder.path(), Cause.of(e));
    }
    return children;
  }

  private static Optional<Path> file(Path entry, ResourceFiles.Located folder) {
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

  private static Optional<Path> root(Path real, ResourceFiles.Located folder) {
    // A folder that may be read though it is hidden makes its own files no more hidden than itself.
    boolean beside = folder.real().equals(real.getParent());
    return ResourceRoots.containing(
        real, beside ? HiddenNames.ALL : HiddenNames.NONE, folder.roots());
  }

  private Optional<byte[]> read(Path real, ResourceFiles.Located folder, int left)
      throws ResourceException {
    Optional<byte[]> bytes;
    try {
      bytes = ContainedFile.read(root(real, folder).orElseThrow(), real, left);
    } catch (IOException e) {
      // Gone meanwhile, or not for us: it is not among the files then.
      return Optional.empty();
    }
    if (bytes.isEmpty()) {
      throw ResourceException.tooLong(maxBytes, subject.uri(), ResourceLimit.VARIABLE);
    }
    return bytes;
  }
}
