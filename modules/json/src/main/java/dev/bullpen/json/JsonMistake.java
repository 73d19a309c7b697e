package dev.bullpen.json;

import java.util.List;
import java.util.Map;
import tools.jackson.core.exc.StreamReadException;

/** What is wrong where the parser stopped, in words of the text, none of which is quoted. */
final class JsonMistake {
  /** What the parser says, in the order in which it is looked for, and what is wrong then. */
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

  private JsonMistake() {}

  /** Behind "not valid JSON"; "" if it cannot be told. */
  static String clause(StreamReadException e) {
    String said = String.valueOf(e.getOriginalMessage());
    for (Map.Entry<String, String> mistake : MISTAKES) {
      if (said.contains(mistake.getKey())) {
        return ": " + mistake.getValue();
      }
    }
    return "";
  }
}
