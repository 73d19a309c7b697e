package dev.bullpen.project.uri;

import dev.bullpen.project.uri.UriExpression.Variable;
import java.util.List;

/** What the expansion of an expression can look like (RFC 6570, section 3.2), as a pattern. */
final class UriExpressionPattern {
  private static final String NOT_IN_VALUE = "/?#{}";
  private static final String NOT_IN_PATH = "?#{}";
  private static final String NOT_IN_PARAMETER = "/?#;{}";
  private static final String NOT_IN_QUERY = "&#{}";
  private static final String NOT_IN_URI = "{}";

  private UriExpressionPattern() {}

  /**
   * Add it to a pattern.
   *
   * @param slashes whether a simple expression may hold them
   */
  static void append(UriExpression expression, boolean slashes, UriPattern.Builder pattern) {
    List<Variable> variables = expression.variables();
    switch (expression.operator()) {
      case '+' -> pattern.some(NOT_IN_URI);
      case '#' -> pattern.optional(() -> pattern.character('#').any(NOT_IN_URI));
      case '.' -> pattern.optional(() -> pattern.character('.').some(NOT_IN_VALUE));
      case '/' -> variables.forEach(variable -> segment(variable, pattern));
      case ';' ->
          pattern.repeat(
              () -> {
                pattern.character(';');
                pattern.oneOf(
                    variables,
                    variable -> {
                      if (!variable.explode()) {
                        pattern.literal(variable.name());
                        pattern.optional(() -> pattern.character('=').any(NOT_IN_PARAMETER));
                      } else {
                        pattern.any(NOT_IN_PARAMETER);
                      }
                    });
              });
      case '?' ->
          pattern.optional(
              () -> {
                pattern.character('?');
                pair(variables, pattern);
                pattern.repeat(() -> nextPair(variables, pattern));
              });
      case '&' -> pattern.repeat(() -> nextPair(variables, pattern));
      default -> pattern.some(slashes ? NOT_IN_PATH : NOT_IN_VALUE);
    }
  }

  private static void segment(Variable variable, UriPattern.Builder pattern) {
    Runnable segment = () -> pattern.character('/').any(NOT_IN_VALUE);
    if (variable.explode()) {
      pattern.repeat(segment);
    } else {
      pattern.optional(segment);
    }
  }

  private static void nextPair(List<Variable> variables, UriPattern.Builder pattern) {
    pattern.character('&');
    pair(variables, pattern);
  }

  private static void pair(List<Variable> variables, UriPattern.Builder pattern) {
    pattern.oneOf(
        variables,
        variable -> {
          // An exploded variable brings its own names.
          if (!variable.explode()) {
            pattern.literal(variable.name()).character('=');
          }
          pattern.any(NOT_IN_QUERY);
        });
  }
}
