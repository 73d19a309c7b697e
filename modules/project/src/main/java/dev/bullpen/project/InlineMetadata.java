package dev.bullpen.project;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Metadata inside a file: the text after {@code mcp:} on one of its first ten lines, as JSON. */
final class InlineMetadata {
  private static final String MARK = "mcp:";
  private static final int LINES = 10;

  /** Bytes looked at; ten generous lines. */
  private static final int HEAD = 8_192;

  private InlineMetadata() {}

  static Optional<ObjectNode> read(Path file) {
    return new String(SmallFile.head(file, HEAD), StandardCharsets.UTF_8)
        .lines()
        .limit(LINES)
        .filter(line -> line.contains(MARK))
        .findFirst()
        .flatMap(line -> object(line.substring(line.indexOf(MARK) + MARK.length())));
  }

  private static Optional<ObjectNode> object(String text) {
    try {
      return Json.parse(text.strip()) instanceof ObjectNode object
          ? Optional.of(object)
          : Optional.empty();
    } catch (JsonException e) {
      // Any prose may hold the mark; only JSON behind it makes it metadata.
      return Optional.empty();
    }
  }
}
