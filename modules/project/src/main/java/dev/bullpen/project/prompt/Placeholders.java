package dev.bullpen.project.prompt;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Puts values in the place of {@code {{name}}}, where a name is {@code [A-Za-z_][A-Za-z0-9_]*}.
 *
 * <p>The template is gone through once, and what is put in is not looked at: a value may hold
 * braces, backslashes, dollars and line breaks, and a client cannot reach one argument through
 * another. What has no value stays as it is written.
 */
final class Placeholders {
  /**
   * Characters of what comes out: four times what a template or its arguments may have. A template
   * of many placeholders and a long value would else be a thousand times as long as either.
   */
  static final int MAX_LENGTH = 4_194_304;

  private static final String OPEN = "{{";
  private static final String CLOSE = "}}";

  private Placeholders() {}

  /**
   * Fill in a template.
   *
   * @param values strings by name
   * @throws PromptRejectedException if that becomes too long
   */
  static String filled(String template, ObjectNode values) throws PromptRejectedException {
    StringBuilder out = new StringBuilder(template.length());
    int done = 0;
    int open = template.indexOf(OPEN);
    while (open >= 0) {
      int name = open + OPEN.length();
      int close = endOfName(template, name);
      JsonNode value =
          close > name && template.startsWith(CLOSE, close)
              ? values.get(template.substring(name, close))
              : null;
      if (value == null) {
        // The second brace may begin a placeholder itself: {{{name}}}.
        open = template.indexOf(OPEN, open + 1);
        continue;
      }
      out.append(template, done, open);
      append(out, value.stringValue());
      done = close + CLOSE.length();
      open = template.indexOf(OPEN, done);
    }
    append(out, template.substring(done));
    return out.toString();
  }

  private static void append(StringBuilder out, String text) throws PromptRejectedException {
    if (text.length() > MAX_LENGTH - out.length()) {
      throw PromptRejectedException.ofArguments(
          "With these arguments the prompt has more than %d characters; send shorter ones"
              .formatted(MAX_LENGTH));
    }
    out.append(text);
  }

  /** Where the name that begins there ends; where it begins if there is none. */
  private static int endOfName(String template, int begin) {
    int end = begin;
    while (end < template.length() && isOfName(template.charAt(end), end == begin)) {
      end++;
    }
    return end;
  }

  private static boolean isOfName(char c, boolean first) {
    return c >= 'A' && c <= 'Z'
        || c >= 'a' && c <= 'z'
        || c == '_'
        || !first && c >= '0' && c <= '9';
  }
}
