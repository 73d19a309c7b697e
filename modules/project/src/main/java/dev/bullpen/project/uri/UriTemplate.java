package dev.bullpen.project.uri;

import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    UriTemplateParser parsed = UriTemplateParser.parse(text, slashes);
    this.text = text;
    this.slashes = slashes;
    this.variables = List.copyOf(parsed.variables());
    this.expressions = List.copyOf(parsed.expressions());
    this.literalLength = parsed.literalLength();
    this.pattern = parsed.pattern();
  }

  /** Parse a template. */
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

  /** The template as it was written. */
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
    return pattern.groups(uri).flatMap(groups -> UriTemplateValues.decoded(expressions, groups));
  }

  /** The same values as they stand in the URI, with their escapes. */
  public Optional<Map<String, String>> matchAsWritten(String uri) {
    return pattern.groups(uri).flatMap(groups -> UriTemplateValues.asWritten(expressions, groups));
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
}
