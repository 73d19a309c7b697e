package dev.bullpen.project.uri;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A URI template (RFC 6570, all operators and modifiers): its variables, and whether a URI could
 * have come from it. Beyond the RFC, names may hold hyphens, and blanks around a name do not count:
 * {@code {project-dir}} and {@code { path }} are {@code project-dir} and {@code path}.
 *
 * <p>Matching compares literals character by character, without decoding, a scheme in any case; one
 * that no URI may hold is matched by its escapes as well, which it has in an expansion (section
 * 3.1). A simple variable stands for at least one character that is none of {@code / ? #}; {@code
 * {+var}} for at least one of any; expressions of the other operators may be absent, as undefined
 * variables are. No variable stands for a brace, so a template never matches another.
 */
public final class UriTemplate {
  /** Characters; keeps the work of one match, this times the length of the URI, small. */
  public static final int MAX_LENGTH = 2_000;

  private final String text;
  private final boolean slashes;
  private final List<String> variables;
  private final List<UriExpression> expressions;
  private final int literalLength;
  private final UriPattern pattern;

  private UriTemplate(String text, boolean slashes) throws UriTemplateException {
    Parser parsed = Parser.parse(text, slashes);
    this.text = text;
    this.slashes = slashes;
    this.variables = List.copyOf(parsed.variables);
    this.expressions = List.copyOf(parsed.expressions);
    this.literalLength = parsed.literalLength;
    this.pattern = parsed.pattern.build();
  }

  public static UriTemplate parse(String text) throws UriTemplateException {
    return new UriTemplate(text, false);
  }

  /**
   * Parse a template whose simple variables stand for {@code /} as well: expanded they never hold
   * one that is not escaped, but people and programs fill in paths as they are.
   */
  public static UriTemplate parseForPaths(String text) throws UriTemplateException {
    return new UriTemplate(text, true);
  }

  public String text() {
    return text;
  }

  /** Names of the variables without blanks, each once, in the order of their first appearance. */
  public List<String> variables() {
    return variables;
  }

  /** Whether the URI could be an expansion of this template; takes time linear in the URI. */
  public boolean matches(String uri) {
    return pattern.matches(uri);
  }

  /**
   * The values a URI gives the variables, in their order, each decoded exactly once; variables it
   * gives none are not among them. Empty for a URI that does not match, that gives one variable two
   * values, or whose values are not UTF-8.
   *
   * <p>Where a URI can be read in several ways, each variable has as few characters as the ones
   * before it leave it, and what may be absent is there.
   */
  public Optional<Map<String, String>> match(String uri) {
    return pattern
        .groups(uri)
        .flatMap(groups -> UriExpression.values(expressions, groups, UriExpression.Value::decoded));
  }

  /** The same values as they stand in the URI, with their escapes. */
  public Optional<Map<String, String>> matchAsWritten(String uri) {
    return pattern
        .groups(uri)
        .flatMap(
            groups ->
                UriExpression.values(expressions, groups, value -> Optional.of(value.text())));
  }

  /** A URI that matches, with its scheme written as in this template. */
  public String spelled(String uri) {
    String scheme = text.substring(0, UriSyntax.scheme(text).length());
    return scheme.isEmpty() ? uri : UriSyntax.withScheme(scheme, uri);
  }

  /** How many characters are fixed: of two matching templates the one with more says more. */
  public int literalLength() {
    return literalLength;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof UriTemplate that && text.equals(that.text) && slashes == that.slashes;
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }

  /** Reads a template from left to right and builds its pattern on the way. */
  static final class Parser {
    /** Longest prefix length of RFC 6570, section 2.4.1, in digits. */
    private static final int MAX_PREFIX_DIGITS = 4;

    private final String text;
    private final boolean slashes;
    private final Set<String> variables = new LinkedHashSet<>();
    private final List<UriExpression> expressions = new ArrayList<>();
    private final UriPattern.Builder pattern = new UriPattern.Builder();
    private int literalLength;

    private Parser(String text, boolean slashes) {
      this.text = text;
      this.slashes = slashes;
    }

    static Parser parse(String text, boolean slashes) throws UriTemplateException {
      Parser parser = new Parser(text, slashes);
      parser.parse();
      return parser;
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
          pattern.group(() -> expression.appendTo(pattern, slashes));
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

  /** Text that is not a URI template; the message says what is wrong and where. */
  public static final class UriTemplateException extends Exception {
    private static final long serialVersionUID = 1L;

    UriTemplateException(String reason, int at) {
      super("%s at character %d".formatted(reason, at + 1));
    }
  }
}
