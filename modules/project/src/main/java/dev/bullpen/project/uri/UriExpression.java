package dev.bullpen.project.uri;

import static dev.bullpen.project.uri.UriPattern.any;
import static dev.bullpen.project.uri.UriPattern.literal;
import static dev.bullpen.project.uri.UriPattern.oneOf;
import static dev.bullpen.project.uri.UriPattern.optional;
import static dev.bullpen.project.uri.UriPattern.repeat;
import static dev.bullpen.project.uri.UriPattern.sequence;
import static dev.bullpen.project.uri.UriPattern.some;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
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
  record Variable(String name, boolean explode) {
    private UriPattern segment() {
      UriPattern segment = literal("/").then(any(NOT_IN_VALUE));
      return explode ? repeat(segment) : optional(segment);
    }

    /** An exploded variable brings its own names, here and in {@link #pair}. */
    private UriPattern parameter() {
      return explode
          ? any(NOT_IN_PARAMETER)
          : literal(name).then(optional(literal("=").then(any(NOT_IN_PARAMETER))));
    }

    private UriPattern pair() {
      return explode ? any(NOT_IN_QUERY) : literal(name + "=").then(any(NOT_IN_QUERY));
    }
  }

  /**
   * What its expansion can look like (RFC 6570, section 3.2).
   *
   * @param slashes whether a simple expression may hold them
   */
  UriPattern pattern(boolean slashes) {
    return switch (operator) {
      case '+' -> some(NOT_IN_URI);
      case '#' -> optional(literal("#").then(any(NOT_IN_URI)));
      case '.' -> optional(literal(".").then(some(NOT_IN_VALUE)));
      case '/' -> sequence(variables.stream().map(Variable::segment).toList());
      case ';' ->
          repeat(literal(";").then(oneOf(variables.stream().map(Variable::parameter).toList())));
      case '?' -> optional(pair("?").then(repeat(pair("&"))));
      case '&' -> repeat(pair("&"));
      default -> some(slashes ? NOT_IN_PATH : NOT_IN_VALUE);
    };
  }

  private UriPattern pair(String separator) {
    return literal(separator).then(oneOf(variables.stream().map(Variable::pair).toList()));
  }

  /**
   * What one variable of an expression stands for (RFC 6570, section 3.2, backwards).
   *
   * @param text as it stands in the URI
   * @param pairs whether it is the {@code name=value} pairs of an exploded variable; they stay as
   *     they are, for decoding would make new pairs out of values
   */
  private record Value(String name, String text, boolean pairs) {
    private Optional<String> read(boolean decode) {
      return pairs || !decode ? Optional.of(text) : PercentEncoded.decode(text);
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
   * @param decode whether to decode each value, or to take it as it stands in the URI
   */
  static Optional<Map<String, String>> values(
      List<UriExpression> expressions, List<String> texts, boolean decode) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < texts.size(); i++) {
      for (Value part : expressions.get(i).values(texts.get(i))) {
        Optional<String> value = part.read(decode);
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
