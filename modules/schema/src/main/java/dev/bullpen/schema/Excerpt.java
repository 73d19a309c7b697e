package dev.bullpen.schema;

import dev.bullpen.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** The part of a value that a message may repeat. */
final class Excerpt {
  /** Enough to recognise a value, too little to flood a log or to reveal much of a secret. */
  static final int MAX_CHARS = 100;

  private static final String CUT = "…";

  private Excerpt() {}

  /** A scalar as JSON, cut if it is long. For an object or an array, only its kind. */
  static String of(JsonNode value) {
    if (value.isContainer()) {
      return value.isObject() ? "an object" : "an array";
    }
    return value.isString() ? quoted(value.stringValue()) : cut(Json.text(value));
  }

  static String quoted(String text) {
    // Cut before it is escaped, so that no escape is cut in two.
    return Json.text(StringNode.valueOf(cut(text)));
  }

  /** The alternatives of an enumeration, as many as fit. */
  static String list(JsonNode values) {
    StringBuilder out = new StringBuilder();
    for (JsonNode value : values) {
      String next = of(value);
      if (out.length() + next.length() > MAX_CHARS) {
        return out.append(out.length() == 0 ? next : ", " + CUT).toString();
      }
      out.append(out.length() == 0 ? "" : ", ").append(next);
    }
    return out.toString();
  }

  static String cut(String text) {
    if (text.length() <= MAX_CHARS) {
      return text;
    }
    // Not between the halves of a surrogate pair.
    int end = Character.isHighSurrogate(text.charAt(MAX_CHARS - 2)) ? MAX_CHARS - 2 : MAX_CHARS - 1;
    return text.substring(0, end) + CUT;
  }
}
