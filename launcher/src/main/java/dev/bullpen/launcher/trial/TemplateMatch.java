package dev.bullpen.launcher.trial;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The typed beginning of a URI, matched against a template (RFC 6570, levels 1 and 2).
 *
 * @param head the typed text before the value of the variable
 * @param variable the variable whose value is being typed
 * @param value the typed part of that value
 * @param tail the template's text from there to the next variable
 * @param others the values of the variables before it
 */
record TemplateMatch(
    String head,
    String variable,
    boolean isReserved,
    String value,
    String tail,
    Map<String, String> others) {
  private static final Pattern EXPRESSION = Pattern.compile("\\{([+#./;?&]?)([^{}*:]+)[^{}]*}");

  /** Empty if no variable of the template is being typed. */
  static Optional<TemplateMatch> of(String template, String typed) {
    Matcher expression = EXPRESSION.matcher(template);
    Map<String, String> others = new LinkedHashMap<>();
    int at = 0; // in the typed text
    int end = 0; // of the last expression in the template
    while (expression.find()) {
      String literal = template.substring(end, expression.start());
      if (!typed.startsWith(literal, at)) {
        return Optional.empty();
      }
      at += literal.length();
      end = expression.end();
      String tail = tail(template, end);
      int next = tail.isEmpty() ? -1 : typed.indexOf(tail, at);
      if (next < 0) {
        return Optional.of(
            new TemplateMatch(
                typed.substring(0, at),
                expression.group(2),
                !expression.group(1).isEmpty(),
                typed.substring(at),
                tail,
                Map.copyOf(others)));
      }
      others.put(expression.group(2), typed.substring(at, next));
      at = next;
    }
    return Optional.empty();
  }

  private static String tail(String template, int from) {
    int next = template.indexOf('{', from);
    return next < 0 ? template.substring(from) : template.substring(from, next);
  }

  /** The typed text with this value. */
  String with(String completed) {
    String encoded =
        isReserved
            ? completed
            : URLEncoder.encode(completed, StandardCharsets.UTF_8).replace("+", "%20");
    return head + encoded + tail;
  }
}
