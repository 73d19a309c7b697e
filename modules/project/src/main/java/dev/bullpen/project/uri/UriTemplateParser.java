package dev.bullpen.project.uri;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Reads a template from left to right and builds its pattern on the way. */
final class UriTemplateParser {
  /** Longest prefix length of RFC 6570, section 2.4.1, in digits. */
  private static final int MAX_PREFIX_DIGITS = 4;

  private final String text;
  private final boolean slashes;
  private final Set<String> variables = new LinkedHashSet<>();
  private final List<UriExpression> expressions = new ArrayList<>();
  private final UriPattern.Builder pattern = new UriPattern.Builder();
  private int literalLength;

  private UriTemplateParser(String text, boolean slashes) {
    this.text = text;
    this.slashes = slashes;
  }

  static UriTemplateParser parse(String text, boolean slashes) throws UriTemplateException {
    UriTemplateParser parser = new UriTemplateParser(text, slashes);
    parser.parse();
    return parser;
  }

  Set<String> variables() {
    return variables;
  }

  /** In their order; each is a group of the pattern. */
  List<UriExpression> expressions() {
    return expressions;
  }

  int literalLength() {
    return literalLength;
  }

  UriPattern pattern() {
    return pattern.build();
  }

  private void parse() throws UriTemplateException {
    if (text.length() > UriTemplate.MAX_LENGTH) {
      throw new UriTemplateException("too long", UriTemplate.MAX_LENGTH);
    }
    int schemeLength = UriSyntax.scheme(text).length();
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '{') {
        int end = text.indexOf('}', at);
        if (end < 0) {
          throw new UriTemplateException("a brace that is not closed", at);
        }
        UriExpression expression = expression(at + 1, end);
        expression.variables().forEach(variable -> variables.add(variable.name()));
        expressions.add(expression);
        pattern.group(() -> UriExpressionPattern.append(expression, slashes, pattern));
        at = end + 1;
      } else if (c == '}' || Character.isWhitespace(c) || Character.isISOControl(c)) {
        throw new UriTemplateException("a character no template may hold", at);
      } else {
        int codePoint = text.codePointAt(at);
        if (at < schemeLength) {
          inScheme(c);
        } else {
          literal(codePoint);
        }
        literalLength++;
        at += Character.charCount(codePoint);
      }
    }
  }

  /** Schemes do not tell cases apart (RFC 3986, section 3.1). */
  private void inScheme(char c) {
    pattern.anyOf("" + Character.toLowerCase(c) + Character.toUpperCase(c));
  }

  /** What no URI may hold is escaped in an expansion, but some write it as it is. */
  private void literal(int codePoint) {
    String character = Character.toString(codePoint);
    if (UriSyntax.mayHold(codePoint)) {
      pattern.literal(character);
    } else {
      pattern.oneOf(List.of(character, PercentEncoded.escaped(codePoint)), pattern::literal);
    }
  }

  private UriExpression expression(int start, int end) throws UriTemplateException {
    char operator = UriExpression.SIMPLE;
    int at = start;
    if (at < end && UriExpression.OPERATORS.indexOf(text.charAt(at)) >= 0) {
      operator = text.charAt(at++);
    }
    List<UriExpression.Variable> list = new ArrayList<>();
    while (true) {
      int comma = text.indexOf(',', at);
      int stop = comma < 0 || comma > end ? end : comma;
      list.add(variable(at, stop));
      if (stop == end) {
        return new UriExpression(operator, List.copyOf(list));
      }
      at = stop + 1;
    }
  }

  private UriExpression.Variable variable(int start, int end) throws UriTemplateException {
    String written = text.substring(start, end);
    int at = end - written.stripLeading().length();
    String name = written.strip();
    boolean explode = name.endsWith("*");
    if (explode) {
      name = name.substring(0, name.length() - 1);
    } else if (name.indexOf(':') >= 0) {
      int colon = name.indexOf(':');
      checkPrefix(name.substring(colon + 1), at + colon + 1);
      name = name.substring(0, colon);
    }
    name = name.strip();
    checkName(name, at);
    return new UriExpression.Variable(name, explode);
  }

  private static void checkPrefix(String digits, int at) throws UriTemplateException {
    boolean number =
        !digits.isEmpty()
            && digits.length() <= MAX_PREFIX_DIGITS
            && digits.charAt(0) != '0'
            && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!number) {
      throw new UriTemplateException("not a prefix length from 1 to 9999", at);
    }
  }

  /**
   * A varname: letters, digits, underscores and escapes, single dots between them (RFC 6570,
   * section 2.3), and hyphens, which are not in the RFC but in many a name.
   */
  private static void checkName(String name, int at) throws UriTemplateException {
    if (name.isEmpty()) {
      throw new UriTemplateException("a variable without a name", at);
    }
    boolean dotAllowed = false;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean dot = c == '.';
      if (c == '%' && isHex(name, i + 1) && isHex(name, i + 2)) {
        i += 2;
      } else if (dot ? !dotAllowed || i == name.length() - 1 : !isWord(c)) {
        throw new UriTemplateException("not the name of a variable", at + i);
      }
      dotAllowed = !dot;
    }
  }

  private static boolean isWord(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '_'
        || c == '-';
  }

  private static boolean isHex(String text, int at) {
    return at < text.length() && HexFormat.isHexDigit(text.charAt(at));
  }
}
