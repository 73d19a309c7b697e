package dev.bullpen.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * JSON documents that nobody would write: valid ones with values of another kind, members missing,
 * repeated, renamed or in another's place, numbers and texts of any size, and nesting of any depth.
 * Most are JSON, some are not.
 */
public final class JsonGrammar {
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-0",
          "1",
          "-1",
          "1.0",
          "1.5",
          "-0.0",
          "255",
          "65536",
          "86401",
          "2147483647",
          "2147483648",
          "-2147483649",
          "9007199254740993",
          "9223372036854775808",
          "99999999999999999999",
          "1e3",
          "1e400",
          "1e-400",
          "1e999999999",
          "-1e999999999",
          "1e-999999999",
          "1E2147483648",
          "0.1e1",
          "3.0000000000000000000000001");

  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          ".",
          "..",
          "/",
          "../..",
          "../../etc/passwd",
          "/etc/passwd",
          "~",
          "a b",
          "\\u0000",
          "a\\u0000b",
          "\\n",
          "\\ud800",
          "\\udc00x",
          "\\ud83d\\udca9",
          "\u00fc",
          "\u65e5\u672c",
          "\\\\",
          "\\\"",
          "'",
          "$(x)",
          "`x`",
          "-rf",
          "%",
          "%2e%2e",
          "%zz",
          "{",
          "}",
          "{}",
          "{a}",
          "{+a*}",
          "{?a,b}",
          "{a:3}",
          "{a",
          "file://",
          "file:///",
          "file:///etc/passwd",
          "http://[::1",
          "ui://",
          "ui:///..",
          "https://h/%",
          "data:,",
          "text/plain",
          "image/",
          "(a+)+$",
          "[",
          "(?<",
          "*",
          "null",
          "true",
          "1",
          "99999999999",
          "2026-07-28",
          "1900-01-01",
          "register.json",
          "\\u202e",
          "\\ufeff",
          "\\u2028");

  private static final int DEEP = 300;
  private static final int LONG = 70_000;

  private final List<String> words;

  private JsonGrammar(List<String> words) {
    this.words = words;
  }

  /** One that uses the names and texts of these documents too. */
  public static JsonGrammar of(List<String> documents) {
    List<String> words = new ArrayList<>(List.of("\"a\"", "\"name\"", "\"_meta\"", "\"type\""));
    for (String document : documents) {
      for (JsonSpans.Span span : JsonSpans.of(document)) {
        String text = span.of(document);
        if (span.isMember()) {
          words.add(text.substring(0, text.indexOf('"', 1) + 1));
        } else if (text.startsWith("\"")) {
          words.add(text);
        }
      }
    }
    return new JsonGrammar(words);
  }

  /** A document with one to five changes. */
  public String changed(String document, Random chance) {
    String text = document;
    for (int changes = 1 + chance.nextInt(5); changes > 0; changes--) {
      text = changedOnce(text, chance);
    }
    return text;
  }

  private String changedOnce(String text, Random chance) {
    List<JsonSpans.Span> spans = JsonSpans.of(text);
    JsonSpans.Span span = spans.get(chance.nextInt(spans.size()));
    JsonSpans.Span other = spans.get(chance.nextInt(spans.size()));
    String with =
        switch (chance.nextInt(10)) {
          case 0 -> span.of(text) + "," + span.of(text);
          case 1 -> chance.nextBoolean() ? "\"\":0" : "null";
          case 2, 3 -> other.of(text);
          case 4 -> "[" + span.of(text) + "]";
          case 5 -> "{" + word(chance) + ":" + value(chance, 2) + "}";
          default -> value(chance, 3);
        };
    if (span.isMember() && !with.startsWith("\"")) {
      with = (chance.nextBoolean() ? span.of(text) + "," : "") + word(chance) + ":" + with;
    }
    return replaced(text, span, with);
  }

  private static String replaced(String text, JsonSpans.Span span, String with) {
    String changed = text.substring(0, span.from()) + with + text.substring(span.to());
    try {
      return JsonSpans.of(changed).isEmpty() ? text : changed;
    } catch (IndexOutOfBoundsException e) {
      return text; // the next change could not find its way in it
    }
  }

  /** Any value, containers at most so deep, unless it is to be a deep one. */
  public String value(Random chance, int depth) {
    return switch (chance.nextInt(depth > 0 ? 16 : 9)) {
      case 0 -> "null";
      case 1 -> chance.nextBoolean() ? "true" : "false";
      case 2, 3 -> NUMBERS.get(chance.nextInt(NUMBERS.size()));
      case 4, 5 -> "\"" + TEXTS.get(chance.nextInt(TEXTS.size())) + "\"";
      case 6, 7 -> word(chance);
      case 8 -> rare(chance);
      case 9, 10, 11 -> array(chance, depth - 1);
      default -> object(chance, depth - 1);
    };
  }

  private String rare(Random chance) {
    return switch (chance.nextInt(12)) {
      case 0 -> "\"" + "x".repeat(chance.nextInt(LONG)) + "\"";
      case 1 -> "\"" + "{a}/".repeat(chance.nextInt(LONG / 10)) + "\"";
      case 2 -> "[".repeat(chance.nextInt(DEEP)) + "]".repeat(chance.nextInt(DEEP));
      case 3 -> "1" + "0".repeat(chance.nextInt(2_000));
      case 4 -> "\"" + "../".repeat(chance.nextInt(2_000)) + "\"";
      default -> deep(chance.nextInt(DEEP));
    };
  }

  private static String deep(int levels) {
    return "{\"a\":[".repeat(levels) + "0" + "]}".repeat(levels);
  }

  private String array(Random chance, int depth) {
    List<String> elements = new ArrayList<>();
    for (int left = chance.nextInt(4); left > 0; left--) {
      elements.add(value(chance, depth));
    }
    return "[" + String.join(",", elements) + "]";
  }

  private String object(Random chance, int depth) {
    List<String> members = new ArrayList<>();
    for (int left = chance.nextInt(4); left > 0; left--) {
      members.add(word(chance) + ":" + value(chance, depth));
    }
    return "{" + String.join(",", members) + "}";
  }

  private String word(Random chance) {
    return words.get(chance.nextInt(words.size()));
  }
}
