package dev.bullpen.project.uri;

import dev.bullpen.project.uri.UriExpression.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

  /** What may follow a variable's name: its longest prefix (RFC 6570, section 2.4.1). */
  private static final Pattern PREFIX_LENGTH = Pattern.compile("[1-9][0-9]{0,3}");

  /**
   * Letters, digits, underscores and escapes, single dots between them (RFC 6570, section 2.3), and
   * hyphens, which are not in the RFC but in many a name.
   */
  private static final Pattern NAME = Pattern.compile("(?:(?:[A-Za-z0-9_-]|%[0-9A-Fa-f]{2})\\.?)*");

  private final String text;
  private final boolean slashes;
  private final List<UriExpression> expressions = new ArrayList<>();
  private final List<String> variables;
  private final int literalLength;
  private final UriPattern pattern;

  private UriTemplate(String text, boolean slashes) throws UriTemplateException {
    if (text.length() > MAX_LENGTH) {
      throw new UriTemplateException("too long", MAX_LENGTH);
    }
    this.text = text;
    this.slashes = slashes;
    List<UriPattern> parts = new ArrayList<>();
    int schemeLength = UriSyntax.scheme(text).length();
    int literals = 0;
    int at = 0;
    while (at < text.length()) {
      int codePoint = text.codePointAt(at);
      if (codePoint == '{') {
        int end = text.indexOf('}', at);
        if (end < 0) {
          throw new UriTemplateException("a brace that is not closed", at);
        }
        UriExpression expression = expression(at + 1, end);
        expressions.add(expression);
        parts.add(UriPattern.group(expression.pattern(slashes)));
        at = end + 1;
      } else if (codePoint == '}'
          || Character.isWhitespace(codePoint)
          || Character.isISOControl(codePoint)) {
        throw new UriTemplateException("a character no template may hold", at);
      } else {
        parts.add(at < schemeLength ? inScheme(codePoint) : literal(codePoint));
        literals++;
        at += Character.charCount(codePoint);
      }
    }
    this.literalLength = literals;
    this.variables =
        expressions.stream()
            .flatMap(expression -> expression.variables().stream())
            .map(Variable::name)
            .distinct()
            .toList();
    this.pattern = UriPattern.sequence(parts);
  }

  /** Schemes do not tell cases apart (RFC 3986, section 3.1). */
  private static UriPattern inScheme(int c) {
    return UriPattern.anyOf(
        Character.toString(Character.toLowerCase(c))
            + Character.toString(Character.toUpperCase(c)));
  }

  /** What no URI may hold is escaped in an expansion, but some write it as it is. */
  private static UriPattern literal(int codePoint) {
    UriPattern asItIs = UriPattern.literal(Character.toString(codePoint));
    return UriSyntax.mayHold(codePoint)
        ? asItIs
        : UriPattern.oneOf(List.of(asItIs, UriPattern.literal(PercentEncoded.escaped(codePoint))));
  }

  private UriExpression expression(int start, int end) throws UriTemplateException {
    boolean isSimple = start == end || UriExpression.OPERATORS.indexOf(text.charAt(start)) < 0;
    List<Variable> list = new ArrayList<>();
    int at = isSimple ? start : start + 1;
    for (String written : text.substring(at, end).split(",", -1)) {
      list.add(variable(written, at));
      at += written.length() + 1;
    }
    return new UriExpression(
        isSimple ? UriExpression.SIMPLE : text.charAt(start), List.copyOf(list));
  }

  /**
   * @param start where it stands in the template
   */
  private static Variable variable(String written, int start) throws UriTemplateException {
    int at = start + written.length() - written.stripLeading().length();
    String name = written.strip();
    boolean explode = name.endsWith("*");
    int colon = name.indexOf(':');
    if (explode) {
      name = name.substring(0, name.length() - 1);
    } else if (colon >= 0) {
      if (!PREFIX_LENGTH.matcher(name.substring(colon + 1)).matches()) {
        throw new UriTemplateException("not a prefix length from 1 to 9999", at + colon + 1);
      }
      name = name.substring(0, colon);
    }
    name = name.strip();
    if (name.isEmpty()) {
      throw new UriTemplateException("a variable without a name", at);
    }
    Matcher fits = NAME.matcher(name);
    int end = fits.lookingAt() ? fits.end() : 0;
    if (end < name.length() || name.endsWith(".")) {
      throw new UriTemplateException(
          "not the name of a variable", at + Math.min(end, name.length() - 1));
    }
    return new Variable(name, explode);
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
    return pattern.groups(uri).flatMap(groups -> UriExpression.values(expressions, groups, true));
  }

  /** The same values as they stand in the URI, with their escapes. */
  public Optional<Map<String, String>> matchAsWritten(String uri) {
    return pattern.groups(uri).flatMap(groups -> UriExpression.values(expressions, groups, false));
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

  /** Text that is not a URI template; the message says what is wrong and where. */
  public static final class UriTemplateException extends Exception {
    private static final long serialVersionUID = 1L;

    UriTemplateException(String reason, int at) {
      super("%s at character %d".formatted(reason, at + 1));
    }
  }
}
