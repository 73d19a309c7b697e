package dev.bullpen.project.uri;

import dev.bullpen.project.uri.UriExpression.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * What one variable of an expression stands for (RFC 6570, section 3.2, backwards).
 *
 * @param text as it stands in the URI
 * @param pairs whether it is the {@code name=value} pairs of an exploded variable; they stay as
 *     they are, for decoding would make new pairs out of values
 */
record UriExpressionValue(String name, String text, boolean pairs) {
  /** The value without its escapes; empty if these are not UTF-8. */
  Optional<String> decoded() {
    return pairs ? Optional.of(text) : PercentEncoded.decode(text);
  }

  /** The values in what an expression stands for; variables that are absent have none. */
  static List<UriExpressionValue> split(UriExpression expression, String text) {
    return switch (expression.operator()) {
      case UriExpression.SIMPLE, '+' -> byPlace(expression.variables(), text, ',');
      case '#' -> text.isEmpty() ? List.of() : byPlace(expression.variables(), rest(text), ',');
      case '.', '/' ->
          text.isEmpty()
              ? List.of()
              : byPlace(expression.variables(), rest(text), expression.operator());
      case ';' -> text.isEmpty() ? List.of() : byName(expression.variables(), rest(text), ';');
      default -> text.isEmpty() ? List.of() : byName(expression.variables(), rest(text), '&');
    };
  }

  private static String rest(String text) {
    return text.substring(1);
  }

  /** One part for each variable; what is too much is the exploded one's, else the last one's. */
  private static List<UriExpressionValue> byPlace(
      List<Variable> variables, String text, char separator) {
    List<String> parts = parts(text, separator);
    int last = variables.size() - 1;
    int greedy = exploded(variables).map(variables::indexOf).orElse(last);
    int tooMany = Math.max(0, parts.size() - variables.size());
    List<UriExpressionValue> values = new ArrayList<>();
    int at = 0;
    for (int i = 0; i <= last && at < parts.size(); i++) {
      int end = at + 1 + (i == greedy ? tooMany : 0);
      String value = String.join(String.valueOf(separator), parts.subList(at, end));
      values.add(new UriExpressionValue(variables.get(i).name(), value, false));
      at = end;
    }
    return values;
  }

  /** Pairs go to the variable of their name; all others to the exploded one. */
  private static List<UriExpressionValue> byName(
      List<Variable> variables, String text, char separator) {
    List<UriExpressionValue> values = new ArrayList<>();
    StringJoiner others = new StringJoiner(String.valueOf(separator)).setEmptyValue("");
    for (String pair : parts(text, separator)) {
      int end = pair.indexOf('=');
      String name = end < 0 ? pair : pair.substring(0, end);
      if (variables.stream().anyMatch(v -> !v.explode() && v.name().equals(name))) {
        values.add(new UriExpressionValue(name, end < 0 ? "" : pair.substring(end + 1), false));
      } else {
        others.add(pair);
      }
    }
    if (others.length() > 0) {
      exploded(variables)
          .ifPresent(v -> values.add(new UriExpressionValue(v.name(), others.toString(), true)));
    }
    return values;
  }

  private static Optional<Variable> exploded(List<Variable> variables) {
    return variables.stream().filter(Variable::explode).findFirst();
  }

  private static List<String> parts(String text, char separator) {
    List<String> parts = new ArrayList<>();
    int start = 0;
    for (int end = text.indexOf(separator); end >= 0; end = text.indexOf(separator, start)) {
      parts.add(text.substring(start, end));
      start = end + 1;
    }
    parts.add(text.substring(start));
    return parts;
  }
}
