package dev.bullpen.project.uri;

import java.util.List;

/**
 * What stands between braces in a URI template (RFC 6570, section 2.2).
 *
 * @param operator one of {@code + # . / ; ? &}, or a space for simple expansion
 */
record UriExpression(char operator, List<Variable> variables) {
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
}
