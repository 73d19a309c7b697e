package dev.bullpen.project.uri;

import static dev.bullpen.project.uri.UriPattern.any;
import static dev.bullpen.project.uri.UriPattern.literal;
import static dev.bullpen.project.uri.UriPattern.oneOf;
import static dev.bullpen.project.uri.UriPattern.optional;
import static dev.bullpen.project.uri.UriPattern.repeat;
import static dev.bullpen.project.uri.UriPattern.sequence;
import static dev.bullpen.project.uri.UriPattern.some;

import dev.bullpen.json.UriText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A URI template (RFC 6570, all operators and modifiers): its variables, and whether a URI can be
 * its expansion. Beyond the RFC, names may contain hyphens, and blanks around a name are ignored:
 * {@code {project-dir}} and {@code { path }} are {@code project-dir} and {@code path}.
 *
 * <p>Matching compares literals character by character without decoding, and schemes without case.
 * A character that is illegal in a URI also matches its escapes, which it has in an expansion
 * (section 3.1). A simple variable matches at least one character except {@code / ? #}; {@code
 * {+var}} matches at least one of any; expressions of the other operators may be absent, like
 * undefined variables. No variable matches a brace, so a template never matches another.
 */
public final class UriTemplate {
  /** The most characters. It bounds the work of one match, which is this times the URI's length. */
  public static final int MAX_LENGTH = 2_000;

  /** The largest prefix of a variable (RFC 6570, section 2.4.1). */
  private static final Pattern PREFIX_LENGTH = Pattern.compile("[1-9][0-9]{0,3}");

  /**
   * Letters, digits, underscores and escapes, with single dots between them (RFC 6570, section
   * 2.3), and hyphens, which are not in the RFC but common.
   */
  private static final Pattern NAME =
      Pattern.compile("(?:(?:[A-Za-z0-9_-]|%[0-9A-Fa-f]{2})\\.?)*+");

  private final String text;
  private final List<Expression> expressions = new ArrayList<>();
  private final List<String> variables;
  private final int literalLength;
  private final UriPattern pattern;

  private UriTemplate(String text, boolean slashes) throws UriTemplateException {
    if (text.length() > MAX_LENGTH) {
      throw new UriTemplateException("too long", MAX_LENGTH);
    }
    this.text = text;
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
        Expression expression = expression(at + 1, end);
        expressions.add(expression);
        parts.add(UriPattern.group(expression.pattern(slashes)));
        at = end + 1;
      } else if (codePoint == '}'
          || Character.isWhitespace(codePoint)
          || Character.isISOControl(codePoint)) {
        throw new UriTemplateException("a character that is not allowed in a template", at);
      } else {
        parts.add(at < schemeLength ? inScheme(codePoint) : character(codePoint));
        literals++;
        at += Character.charCount(codePoint);
      }
    }
    this.literalLength = literals;
    this.variables =
        expressions.stream()
            .flatMap(expression -> expression.variables().stream())
            .map(Expression.Variable::name)
            .distinct()
            .toList();
    this.pattern = sequence(parts);
  }

  /** Schemes compare without case (RFC 3986, section 3.1). */
  private static UriPattern inScheme(int c) {
    return UriPattern.anyOf(
        Character.toString(Character.toLowerCase(c))
            + Character.toString(Character.toUpperCase(c)));
  }

  /**
   * A character that is illegal in a URI is escaped in an expansion, but some write it unescaped.
   */
  private static UriPattern character(int codePoint) {
    UriPattern asItIs = literal(Character.toString(codePoint));
    return UriText.mayHold(codePoint)
        ? asItIs
        : oneOf(List.of(asItIs, literal(UriText.escaped(codePoint))));
  }

  private Expression expression(int start, int end) throws UriTemplateException {
    boolean isSimple = start == end || Expression.OPERATORS.indexOf(text.charAt(start)) < 0;
    List<Expression.Variable> list = new ArrayList<>();
    int at = isSimple ? start : start + 1;
    for (String written : text.substring(at, end).split(",", -1)) {
      list.add(variable(written, at));
      at += written.length() + 1;
    }
    return new Expression(isSimple ? Expression.SIMPLE : text.charAt(start), List.copyOf(list));
  }

  /**
   * @param start its position in the template
   */
  private static Expression.Variable variable(String written, int start)
      throws UriTemplateException {
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
    return new Expression.Variable(name, explode);
  }

  public static UriTemplate parse(String text) throws UriTemplateException {
    return new UriTemplate(text, false);
  }

  /**
   * A template whose simple variables may contain {@code /}. Proper expansions never do, but people
   * and programs fill in paths unescaped.
   */
  public static UriTemplate parseForPaths(String text) throws UriTemplateException {
    return new UriTemplate(text, true);
  }

  public String text() {
    return text;
  }

  /** The variables' names without blanks, each once, in order of first appearance. */
  public List<String> variables() {
    return variables;
  }

  /** Whether the URI can be an expansion of this template. Takes time linear in the URI. */
  public boolean matches(String uri) {
    return pattern.matches(uri);
  }

  /**
   * The values of the variables in a URI, in order, each decoded exactly once. Variables without a
   * value are left out. Empty if the URI does not match, has two values for one variable, or has
   * values that are not UTF-8.
   *
   * <p>If a URI can be matched in several ways, each variable in turn gets as few characters as
   * possible, and optional parts are present.
   */
  public Optional<Map<String, String>> match(String uri) {
    return pattern.groups(uri).flatMap(groups -> Expression.values(expressions, groups, true));
  }

  /** The same values as written in the URI, with their escapes. */
  public Optional<Map<String, String>> matchAsWritten(String uri) {
    return pattern.groups(uri).flatMap(groups -> Expression.values(expressions, groups, false));
  }

  /** A matching URI, with its scheme written as in this template. */
  public String spelled(String uri) {
    String scheme = text.substring(0, UriSyntax.scheme(text).length());
    return scheme.isEmpty() ? uri : UriSyntax.withScheme(scheme, uri);
  }

  /**
   * The number of fixed characters: of two matching templates, the one with more is more specific.
   */
  public int literalLength() {
    return literalLength;
  }

  /**
   * An expression between braces in a URI template (RFC 6570, section 2.2).
   *
   * @param operator one of {@code + # . / ; ? &}, or a space for simple expansion
   */
  private record Expression(char operator, List<Variable> variables) {
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
     * @param explode whether {@code *} follows; a prefix length ({@code :4}) only narrows values,
     *     and is checked but not kept
     */
    record Variable(String name, boolean explode) {
      private UriPattern segment() {
        UriPattern segment = literal("/").then(any(NOT_IN_VALUE));
        return explode ? repeat(segment) : optional(segment);
      }

      /** An exploded variable has its own names, here and in {@link #pair}. */
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
     * The pattern of its expansions (RFC 6570, section 3.2).
     *
     * @param slashes whether a simple expression may contain slashes
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
     * The text of one variable of an expression (RFC 6570, section 3.2, in reverse).
     *
     * @param text as written in the URI
     * @param pairs whether it is the {@code name=value} pairs of an exploded variable, which stay
     *     undecoded, because decoding could make new pairs out of values
     */
    private record Value(String name, String text, boolean pairs) {
      private Optional<String> read(boolean decode) {
        return pairs || !decode ? Optional.of(text) : UriSyntax.decode(text);
      }
    }

    /** Absent variables have no value. */
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

    /**
     * One part for each variable. Surplus parts belong to the exploded one, otherwise to the last
     * one.
     */
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

    /** Pairs belong to the variable with their name, all others to the exploded one. */
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
     * The values of a template's variables, in order of first appearance; empty if one cannot be
     * decoded, or if a variable has two. One value may be a prefix of the other, as with {@code
     * {name:1}/{name}}; then the longer one is used.
     *
     * @param texts of the expressions, in the same order
     * @param decode whether to decode each value, or to return it as written in the URI
     */
    static Optional<Map<String, String>> values(
        List<Expression> expressions, List<String> texts, boolean decode) {
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

  /** A text that is not a URI template. The message says what is wrong and where. */
  public static final class UriTemplateException extends Exception {
    UriTemplateException(String reason, int at) {
      super("%s at character %d".formatted(reason, at + 1));
    }
  }
}
