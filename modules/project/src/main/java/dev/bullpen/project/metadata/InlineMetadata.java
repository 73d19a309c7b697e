package dev.bullpen.project.metadata;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.file.SmallFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * Metadata inside a file: the text after {@code mcp:} on one of its first ten lines, as JSON.
 *
 * <p>Ordinary text may contain the mark; only an object after it makes it metadata. If the text
 * after the mark starts with a brace, and only punctuation precedes the mark on its line, an object
 * is meant: then it is a mistake if it cannot be parsed.
 *
 * @param object the metadata; empty if there is none, or it cannot be parsed
 * @param mistake what is wrong with it and what to do, to follow a colon
 */
public record InlineMetadata(Optional<ObjectNode> object, Optional<String> mistake) {
  private static final InlineMetadata NONE = new InlineMetadata(Optional.empty(), Optional.empty());

  private static final String MARK = "mcp:";
  private static final int LINES = 10;

  /** How many bytes are read: ten generous lines. */
  private static final int HEAD = 8_192;

  /** How many bytes are read if ten lines, or the line with the mark, are longer. */
  private static final int LONG_HEAD = 65_536;

  public static InlineMetadata read(Path file) {
    return in(head(file));
  }

  /**
   * The part of a file that may contain metadata. Reads no more than needed, because most files
   * contain none.
   */
  public static byte[] head(Path file) {
    byte[] head = SmallFile.head(file, HEAD);
    if (head.length < HEAD || isEnough(bytes(head))) {
      return head;
    }
    head = SmallFile.head(file, LONG_HEAD);
    String text = bytes(head);
    return head.length < LONG_HEAD || isEnough(text) || !text.contains(MARK)
        ? head
        : SmallFile.head(file, SmallFile.MAX_BYTES);
  }

  /** The metadata in the {@link #head} of a file. */
  public static InlineMetadata in(byte[] head) {
    if (!bytes(head).contains(MARK)) {
      return NONE;
    }
    return new String(head, StandardCharsets.UTF_8)
        .lines()
        .limit(LINES)
        .filter(line -> line.contains(MARK))
        .findFirst()
        .map(InlineMetadata::ofLine)
        .orElse(NONE);
  }

  private static boolean isEnough(String head) {
    int mark = head.indexOf(MARK);
    return mark >= 0 && head.indexOf('\n', mark) >= 0
        || head.chars().filter(c -> c == '\n').limit(LINES).count() == LINES;
  }

  private static String bytes(byte[] head) {
    return new String(head, StandardCharsets.ISO_8859_1);
  }

  private static InlineMetadata ofLine(String line) {
    int mark = line.indexOf(MARK);
    String text = line.substring(mark + MARK.length()).strip();
    String reason;
    try {
      if (Json.parseLastWins(text) instanceof ObjectNode object) {
        return new InlineMetadata(Optional.of(object), Optional.empty());
      }
      reason = "not a JSON object";
    } catch (JsonException e) {
      reason = e.getMessage();
    }
    boolean isMeant =
        text.startsWith("{") && line.chars().limit(mark).noneMatch(Character::isLetterOrDigit);
    return isMeant ? new InlineMetadata(Optional.empty(), Optional.of(mistake(reason))) : NONE;
  }

  private static String mistake(String reason) {
    return "the text after \"mcp:\" in it is not valid metadata (%s). Write one JSON object, in that one line, or remove it."
        .formatted(reason);
  }
}
