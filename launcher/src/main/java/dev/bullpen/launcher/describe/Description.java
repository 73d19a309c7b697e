package dev.bullpen.launcher.describe;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.launcher.validate.DescribedFile;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.metadata.Members;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the file of a tool says of itself, and the metadata that comes of it.
 *
 * @param told members of the metadata
 * @param sha256 of the file that has told them
 */
record Description(ObjectNode told, String sha256) {
  /** Members that come from nowhere else: one that the file no longer tells goes. */
  private static final List<String> ALWAYS_TOLD =
      List.of("inputSchema", "arguments", "outputSchema", DescribedFile.KEY);

  /** Characters of an output that show what it is. */
  private static final int BEGINNING = 60;

  /** What a file has printed; empty if that is no description. */
  static Optional<Description> read(String printed, String sha256) {
    try {
      return Json.parse(printed.getBytes(StandardCharsets.UTF_8)) instanceof ObjectNode told
              && told.path("name").isString()
              && told.path("inputSchema").isObject()
          ? Optional.of(new Description(told, sha256))
          : Optional.empty();
    } catch (JsonException e) {
      return Optional.empty();
    }
  }

  static String beginning(String printed) {
    String text = printed.strip();
    return text.isEmpty()
        ? "printed nothing"
        : "printed \"%s\""
            .formatted(EscapedBytes.of(text.substring(0, Math.min(BEGINNING, text.length()))));
  }

  /** The metadata with this in it: members keep their places, and those of the author stay. */
  ObjectNode over(ObjectNode before) {
    ObjectNode all = Json.object();
    for (Map.Entry<String, JsonNode> member : before.properties()) {
      Optional<JsonNode> now = Members.value(told, member.getKey());
      if (now.isPresent()) {
        all.set(member.getKey(), now.get());
      } else if (!ALWAYS_TOLD.contains(member.getKey())) {
        all.set(member.getKey(), member.getValue());
      }
    }
    for (Map.Entry<String, JsonNode> member : told.properties()) {
      if (!all.has(member.getKey())) {
        all.set(member.getKey(), member.getValue());
      }
    }
    return all.put(DescribedFile.KEY, DescribedFile.value(sha256));
  }

  /** Writes metadata, which appears whole: a server may be watching. */
  static void write(ObjectNode metadata, Path file) throws IOException {
    Path written = Files.exists(file) ? file.toRealPath() : file;
    Path fresh = written.resolveSibling("." + written.getFileName() + ".new");
    Files.writeString(fresh, metadata.toPrettyString() + "\n");
    // A file that others may write is not believed, whatever the umask.
    Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-r--r--"));
    Files.move(fresh, written, StandardCopyOption.ATOMIC_MOVE);
  }
}
