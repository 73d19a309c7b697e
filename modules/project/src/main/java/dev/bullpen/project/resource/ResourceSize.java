package dev.bullpen.project.resource;

import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.metadata.Members;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How many bytes a resource has, known of files alone: what the metadata says, else what the file
 * system did when it was asked.
 */
final class ResourceSize {
  private static final String KEY = "size";

  private final Folder folder;

  /**
   * @param folder of the resources; nothing is told of files outside of it and of the project
   */
  ResourceSize(Folder folder) {
    this.folder = folder;
  }

  /**
   * The size.
   *
   * @param path of the file that was found or registered; may be empty
   * @param listed its size, if it was listed and is what the URI means
   */
  OptionalLong of(
      ObjectNode metadata, String uri, String path, OptionalLong listed, Consumer<String> said) {
    Optional<JsonNode> written = Members.value(metadata, KEY);
    if (written.isPresent()) {
      JsonNode size = written.get();
      if (size.isIntegralNumber() && size.canConvertToLong() && size.longValue() >= 0) {
        return OptionalLong.of(size.longValue());
      }
      said.accept("\"size\" is ignored: it is not a number of bytes. Correct it or leave it out.");
    }
    return listed.isPresent() ? listed : onDisk(FileUri.path(uri).or(() -> folder.resolve(path)));
  }

  private OptionalLong onDisk(Optional<Path> file) {
    try {
      return file.isPresent() && Files.isRegularFile(file.get()) && folder.contains(file.get())
          ? OptionalLong.of(Files.size(file.get()))
          : OptionalLong.empty();
    } catch (IOException e) {
      // It is gone since the question before; a size is a hint that may be missing.
      return OptionalLong.empty();
    }
  }
}
