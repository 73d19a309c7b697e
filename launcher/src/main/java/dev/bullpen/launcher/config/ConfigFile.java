package dev.bullpen.launcher.config;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** A client's configuration in JSON. One entry is written, and all others stay. */
record ConfigFile(Path file) {
  /**
   * Writes the entry of a server, in place of one with the same name.
   *
   * @return the copy of the old file; empty if there was none
   * @throws IOException with a sentence for the user on failure; the file is then unchanged
   */
  Optional<Path> put(String member, String name, ObjectNode entry) throws IOException {
    boolean isThere = Files.exists(file);
    ObjectNode all = isThere ? read() : Json.object();
    if (!all.path(member).isMissingNode() && !all.path(member).isObject()) {
      throw new IOException(
          "%s: its \"%s\" is no object. Correct it first.".formatted(file, member));
    }
    all.withObjectProperty(member).set(name, entry);
    Path target = isThere ? file.toRealPath() : file;
    Files.createDirectories(target.getParent());
    Optional<Path> backup = Optional.empty();
    if (isThere) {
      Path kept = target.resolveSibling(target.getFileName() + ".bak");
      Files.copy(
          target, kept, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
      backup = Optional.of(kept);
    }
    Path next =
        Files.createTempFile(
            target.getParent(),
            ".bullpen",
            ".json",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      Files.writeString(next, all.toPrettyString() + "\n");
      if (isThere) {
        Files.setPosixFilePermissions(next, Files.getPosixFilePermissions(target));
      }
      Files.move(next, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(next);
    }
    return backup;
  }

  private ObjectNode read() throws IOException {
    String text = Files.readString(file);
    try {
      if (text.isBlank()) {
        return Json.object();
      }
      if (Json.parse(text) instanceof ObjectNode object) {
        return object;
      }
      throw new IOException("%s is no JSON object. Correct it first.".formatted(file));
    } catch (JsonException e) {
      throw new IOException(
          "%s is not plain JSON (%s). Without --write the entry is printed; add it by hand."
              .formatted(file, e.getMessage()));
    }
  }
}
