package dev.bullpen.project.uri;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * What stands between braces in a URI template (RFC 6570, section 2.2).
 *
 * @param operator one of {@code + # . / ; ? &}, or a space for simple expansion
 */
record UriExpression(char operator, List<Variable> variables) {
  private static final String NOT_IN_VALUE = "/?#{}";
  private static final String NOT_IN_PATH = "?#{}";
  private static final String NOT_IN_PARAMETER = "/?#;{}";
  private static final String NOT_IN_QUERY = "&#{}";
  private static final String NOT_IN_URI = "{}";

  static final char SIMPLE = ' ';

  /** Operators of levels 2 and 3; the reserved ones {@code = , ! @ |} have no meaning yet. */
  static final String OPERATORS = "+#./;?&";

  /**
   * One variable of an expression.
   *
   * @param explode whether {@code *} follows; a prefix length ({@code :4}) narrows values only, and
   *     is checked but not kept
   */
  record Variable(String name, boolean explode) {}

  /**
   * Add what its expansion can look like (RFC 6570, section 3.2) to a pattern.
   *
   * @param slashes whether a simple expression may hold them
   */
  void appendTo(UriPattern.Builder pattern, boolean slashes) {
    switch (operator) {
      case '+' -> pattern.some(NOT_IN_URI);
      case '#' -> pattern.optional(() -> pattern.character('#').any(NOT_IN_URI));
      case '.' -> pattern.optional(() -> pattern.character('.').some(NOT_IN_VALUE));
      case '/' -> variables.forEach(variable -> appendSegment(variable, pattern));
      case ';' ->
          pattern.repeat(
              () ->
                  pattern
                      .character(';')
                      .oneOf(variables, variable -> appendParameter(variable, pattern)));
      case '?' ->
          pattern.optional(
              () -> {
                appendPair('?', pattern);
                pattern.repeat(() -> appendPair('&', pattern));
              });
      case '&' -> pattern.repeat(() -> appendPair('&', pattern));
      default -> pattern.some(slashes ? NOT_IN_PATH : NOT_IN_VALUE);
    }
  }

  private static void appendSegment(Variable variable, UriPattern.Builder pattern) {
    Runnable segment = () -> pattern.character('/').any(NOT_IN_VALUE);
    if (variable.explode()) {
      pattern.repeat(segment);
    } else {
      pattern.optional(segment);
    }
  }

  /** An exploded variable brings its own names, here and in {@link #appendPair}. */
  private static void appendParameter(Variable variable, UriPattern.Builder pattern) {
    if (variable.explode()) {
      pattern.any(NOT_IN_PARAMETER);
    } else {
      pattern.literal(variable.name());
      pattern.optional(() -> pattern.character('=').any(NOT_IN_PARAMETER));
    }
  }

  private void appendPair(char separator, UriPattern.Builder pattern) {
    pattern
        .character(separator)
        .oneOf(
            variables,
            variable -> {
              if (!variable.explode()) {
                pattern.literal(variable.name()).character('=');
              }
              pattern.any(NOT_IN_QUERY);
            });
  }

  /**
   * What one variable of an expression stands for (RFC 6570, section 3.2, backwards).
   *
   * @param text as it stands in the URI
   * @param pairs whether it is the {@code name=value} pairs of an exploded variable; they stay as
   *     they are, for decoding would make new pairs out of values
   */
  record Value(String name, String text, boolean pairs) {
    Optional<String> decoded() {
      return pairs ? Optional.of(text) : PercentEncoded.decode(text);
    }
  }

  /** Variables that are absent have no value. */
  private List<Value> values(String text) {
    if (operator == SIMPLE || operator == '+') {
      return byPlace(text, ',');
    }
    if (text.isEmpty()) {
      return List.of();
    }
    String rest = text.substring(1);
    return switch (operator) {
      case '#' -> byPlace(rest, ',');
      case '.', '/' -> byPlace(rest, operator);
      case ';' -> byName(rest, ';');
      default -> byName(rest, '&');
    };
  }

  /** One part for each variable; what is too much is the exploded one's, else the last one's. */
  private List<Value> byPlace(String text, char separator) {
    List<String> parts = parts(text, separator);
    int last = variables.size() - 1;
    int greedy = exploded().map(variables::indexOf).orElse(last);
    int tooMany = Math.max(0, parts.size() - variables.size());
    List<Value> values = new ArrayList<>();
    int at = 0;
    for (int i = 0; i <= last && at < parts.size(); i++) {
      int end = at + 1 + (i == greedy ? tooMany : 0);
      String value = String.join(String.valueOf(separator), parts.subList(at, end));
      values.add(new Value(variables.get(i).name(), value, false));
      at = end;
    }
    return values;
  }

  /** Pairs go to the variable of their name; all others to the exploded one. */
  private List<Value> byName(String text, char separator) {
    List<Value> values = new ArrayList<>();
    StringJoiner others = new StringJoiner(String.valueOf(separator)).setEmptyValue("");
    for (String pair : parts(text, separator)) {
      int end = pair.indexOf('=');
      String name = end < 0 ? pair : pair.substring(0, end);
      if (variables.contains(new Variable(name, false))) {
        values.add(new Value(name, end < 0 ? "" : pair.substring(end + 1), false));
      } else {
        others.add(pair);
      }
    }
    if (others.length() > 0) {
      exploded().ifPresent(v -> values.add(new Value(v.name(), others.toString(), true)));
    }
    return values;
  }

  private Optional<Variable> exploded() {
    return variables.stream().filter(Variable::explode).findFirst();
  }

  private static List<String> parts(String text, char separator) {
    return List.of(text.split(Pattern.quote(String.valueOf(separator)), -1));
  }

  /**
   * The values of a template's variables, in the order of their first appearance; empty if one
   * cannot be read, or if a variable has two. One value may be the beginning of the other, as
   * {@code {name:1}/{name}} makes it; then the longer one counts.
   *
   * @param texts of the expressions, in the same order
   */
  static Optional<Map<String, String>> values(
      List<UriExpression> expressions,
      List<String> texts,
      Function<Value, Optional<String>> reading) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < texts.size(); i++) {
      for (Value part : expressions.get(i).values(texts.get(i))) {
        Optional<String> value = reading.apply(part);
        if (value.isEmpty()) {
          return Optional.empty();
        }
        String known = values.getOrDefault(part.name(), "");
        if (value.get().startsWith(known)) {
          values.put(part.name(), value.get());
        } else if (!known.startsWith(value.get())) {
          return Optional.empty();
        }
      }
    }
    return Optional.of(values);
  }
}
