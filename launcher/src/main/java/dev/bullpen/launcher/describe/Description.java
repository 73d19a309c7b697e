package dev.bullpen.launcher.describe;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.launcher.WholeFile;
import dev.bullpen.launcher.validate.DescribedFile;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.metadata.Members;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The description that a tool's file prints, and the metadata made of it.
 *
 * @param members of the metadata
 * @param sha256 of the tool's file
 */
record Description(ObjectNode members, String sha256) {
  /** Members that only the file declares. One that it no longer declares is removed. */
  private static final List<String> ALWAYS_DECLARED =
      List.of("inputSchema", "arguments", "outputSchema", DescribedFile.KEY);

  /** Characters of an output that show what it is. */
  private static final int BEGINNING = 60;

  /** Reads a file's output; empty if it is no description. */
  static Optional<Description> read(String printed, String sha256) {
    try {
      return Json.parse(printed.getBytes(StandardCharsets.UTF_8)) instanceof ObjectNode members
              && members.path("name").isString()
              && members.path("inputSchema").isObject()
          ? Optional.of(new Description(members, sha256))
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

  /** Merges this into metadata: members keep their order, and the author's members stay. */
  ObjectNode over(ObjectNode before) {
    ObjectNode all = Json.object();
    for (Map.Entry<String, JsonNode> member : before.properties()) {
      Optional<JsonNode> now = Members.value(members, member.getKey());
      if (now.isPresent()) {
        all.set(member.getKey(), now.get());
      } else if (!ALWAYS_DECLARED.contains(member.getKey())) {
        all.set(member.getKey(), member.getValue());
      }
    }
    for (Map.Entry<String, JsonNode> member : members.properties()) {
      if (!all.has(member.getKey())) {
        all.set(member.getKey(), member.getValue());
      }
    }
    return all.put(DescribedFile.KEY, DescribedFile.value(sha256));
  }

  /** Writes metadata in one step, because a server may be watching the file. */
  static void write(ObjectNode metadata, Path file) throws IOException {
    // Servers ignore a file that other users may write.
    new WholeFile(file).write(metadata.toPrettyString() + "\n", "rw-r--r--");
  }
}
