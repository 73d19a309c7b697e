package dev.bullpen.json;

import java.util.List;
import java.util.Map;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamReadException;

/**
 * Bytes that are not one JSON value. The message names the mistake and its place, without input.
 */
public final class JsonException extends Exception {
  /**
   * Parts of the parser's messages, in order of precedence, and the mistake that each stands for.
   */
  private static final List<Map.Entry<String, String>> MISTAKES =
      List.of(
          Map.entry("character ('/'", "a comment, which JSON does not have"),
          Map.entry("character ('#'", "a comment, which JSON does not have"),
          Map.entry("character ('''", "a single quote instead of a double quote"),
          Map.entry(
              "character ('}' (code 125)): was expecting double-quote", "a comma before \"}\""),
          Map.entry("character ('}' (code 125)): was expecting a colon", "a colon is missing"),
          Map.entry("character (']' (code 93)): expected", "a comma before \"]\""),
          Map.entry("character ('}' (code 125)): expected", "a value is missing before \"}\""),
          Map.entry("character (',' (code 44)): expected", "a value is missing before a comma"),
          Map.entry("was expecting comma to separate", "a comma is missing"),
          Map.entry("was expecting a colon", "a colon is missing after a name"),
          Map.entry("was expecting double-quote", "a name without double quotes"),
          Map.entry("Unexpected end-of-input", "it ends before all is closed"),
          Map.entry("close marker", "a bracket or brace that closes another kind, or nothing"),
          Map.entry(
              "Illegal unquoted character", "a line break or control character within a text"),
          Map.entry("character escape", "a backslash that begins no escape"),
          Map.entry("Unrecognized token", "a word without double quotes"));

  private final boolean beyondLimit;

  JsonException(String message) {
    this(message, false);
  }

  private JsonException(String message, boolean beyondLimit) {
    super(message);
    this.beyondLimit = beyondLimit;
  }

  /** What is wrong where the parser stopped. */
  static JsonException at(StreamReadException e) {
    return new JsonException(
        "line %d, column %d: not valid JSON%s"
            .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr(), clause(e)));
  }

  private static String clause(StreamReadException e) {
    String said = String.valueOf(e.getOriginalMessage());
    for (Map.Entry<String, String> mistake : MISTAKES) {
      if (said.contains(mistake.getKey())) {
        return ": " + mistake.getValue();
      }
    }
    return "";
  }

  static JsonException beyondLimit() {
    return new JsonException(
        ("nested deeper than %d, a name longer than %d characters, or a number of more than %d digits"
                + " or out of range")
            .formatted(Json.MAX_DEPTH, StreamReadConstraints.DEFAULT_MAX_NAME_LEN, Json.MAX_DIGITS),
        true);
  }

  static JsonException tooMany(int most) {
    return new JsonException(
        "more than %d values, too many for the memory of this server".formatted(most), true);
  }

  static JsonException noRoom() {
    return new JsonException("larger than the memory that is left at the moment", true);
  }

  /** Whether it may be JSON, but exceeds a limit. */
  public boolean isBeyondLimit() {
    return beyondLimit;
  }
}
