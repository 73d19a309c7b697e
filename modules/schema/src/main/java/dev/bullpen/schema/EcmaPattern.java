package dev.bullpen.schema;

/**
 * Regular expressions as JSON Schema writes them (ECMA-262, Core, section 6.4), respelt for {@link
 * java.util.regex.Pattern} where the two languages differ.
 */
final class EcmaPattern {
  /** White space and line ends of ECMA-262, as the inside of a class. */
  private static final String SPACES =
      "\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";

  private final String text;
  private final StringBuilder out = new StringBuilder();
  private int at;
  private boolean inClass;

  private EcmaPattern(String text) {
    this.text = text;
  }

  /** The same expression for Java. What is none in either language stays none. */
  static String toJava(String text) {
    EcmaPattern pattern = new EcmaPattern(text);
    while (pattern.at < text.length()) {
      pattern.next();
    }
    return pattern.out.toString();
  }

  private void next() {
    char c = text.charAt(at++);
    if (c == '\\' && at < text.length()) {
      escape(text.charAt(at++));
    } else if (inClass) {
      insideClass(c);
    } else {
      outsideClass(c);
    }
  }

  private void outsideClass(char c) {
    switch (c) {
      case '[' -> openClass();
      // Java's would also match before a line end at the end.
      case '$' -> out.append("\\z");
      // Java's would also stop at U+0085.
      case '.' -> out.append("[^\\n\\r\\u2028\\u2029]");
      default -> out.append(c);
    }
  }

  private void openClass() {
    if (text.startsWith("]", at)) {
      at += 1;
      out.append("(?!)"); // nothing matches an empty class
    } else if (text.startsWith("^]", at)) {
      at += 2;
      out.append("[\\s\\S]");
    } else {
      inClass = true;
      out.append('[');
    }
  }

  // In a class of Java, brackets nest and && intersects.
  private void insideClass(char c) {
    if (c == '[' || c == '&') {
      out.append('\\');
    }
    inClass = c != ']';
    out.append(c);
  }

  private void escape(char c) {
    switch (c) {
      case 's' -> out.append(inClass ? SPACES : "[" + SPACES + "]");
      case 'S' -> out.append("[^" + SPACES + "]");
      case 'v' -> out.append("\\x0b");
      case '0' -> out.append("\\x00");
      case 'u' -> out.append(text.startsWith("{", at) ? "\\x" : "\\u");
      default -> out.append('\\').append(c);
    }
  }
}
