package dev.bullpen.project.metadata;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.file.SmallFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Metadata inside a file: the text after {@code mcp:} on one of its first ten lines, as JSON. */
public final class InlineMetadata {
  private static final String MARK = "mcp:";
  private static final int LINES = 10;

  /** Bytes looked at; ten generous lines. */
  private static final int HEAD = 8_192;

  private InlineMetadata() {}

  public static Optional<ObjectNode> read(Path file) {
    return in(head(file));
  }

  /** As much of a file as may hold metadata. */
  public static byte[] head(Path file) {
    return SmallFile.head(file, HEAD);
  }

  /** What the {@link #head} of a file says. */
  public static Optional<ObjectNode> in(byte[] head) {
    if (!hasMark(head)) {
      return Optional.empty();
    }
    return new String(head, StandardCharsets.UTF_8)
        .lines()
        .limit(LINES)
        .filter(line -> line.contains(MARK))
        .findFirst()
        .flatMap(line -> object(line.substring(line.indexOf(MARK) + MARK.length())));
  }

  /** Most files have none, and then are not text for anybody to take apart. */
  private static boolean hasMark(byte[] head) {
    for (int i = 0; i + 3 < head.length; i++) {
      if (head[i] == 'm' && head[i + 1] == 'c' && head[i + 2] == 'p' && head[i + 3] == ':') {
        return true;
      }
    }
    return false;
  }

  private static Optional<ObjectNode> object(String text) {
    try {
      return Json.parseLastWins(text.strip()) instanceof ObjectNode object
          ? Optional.of(object)
          : Optional.empty();
    } catch (JsonException e) {
      // Any prose may hold the mark; only JSON behind it makes it metadata.
      return Optional.empty();
    }
  }
}
