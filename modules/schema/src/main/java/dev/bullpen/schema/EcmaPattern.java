package dev.bullpen.schema;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A regular expression of JSON Schema (ECMA-262 with the flag "u", section 22.2.1; Core, section
 * 6.4). One pass over its characters rewrites it for {@link java.util.regex.Pattern} where the
 * languages differ, and notes the first fault for which a client in JavaScript refuses it. A faulty
 * part is passed to Java as it is, and may work there.
 *
 * <p>In ECMA-262 a reference to a group that has captured nothing matches the empty text; in Java
 * it fails. So each group that is referred to is followed by an empty group, which shows whether
 * the first has captured. One difference is left: ECMA-262 forgets what a group captured in an
 * earlier round of a repetition, or in a lookahead that was given up, and Java may keep it.
 */
final class EcmaPattern {
  /** White space and line ends of ECMA-262, for use inside a class. */
  private static final String SPACES =
      "\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";

  /** Word characters of ECMA-262: ASCII only. */
  private static final String WORD = "[a-zA-Z0-9_]";

  private static final String BOUNDARY = "(?:(?<=%1$s)(?!%1$s)|(?<!%1$s)(?=%1$s))".formatted(WORD);

  private static final String NO_BOUNDARY =
      "(?:(?<=%1$s)(?=%1$s)|(?<!%1$s)(?!%1$s))".formatted(WORD);

  /** A reference to no group, invalid in both languages. */
  private static final String NO_REFERENCE = "\\k<>";

  /** Characters that may be escaped by a backslash. */
  private static final String SYNTAX = "^$\\.*+?()[]{}|/";

  private static final String CONTROLS = "fnrtv";

  private static final int NO_GROUP = 0;

  /** No group's number has more digits. */
  private static final int MOST_DIGITS = 9;

  /** A class of characters where one is expected. */
  private static final int NO_CHARACTER = -1;

  private static final Pattern NAME =
      Pattern.compile("([$_\\p{javaUnicodeIdentifierStart}][$_\\p{javaUnicodeIdentifierPart}]*+)>");

  private static final Pattern NUMBER = Pattern.compile("([1-9][0-9]*+)");

  /** What follows the parenthesis of a group that captures nothing, or of an unknown kind. */
  private static final Pattern KIND = Pattern.compile("(\\?(?:<?[=!]|:|<|))");

  private static final int HEX = 16;

  /** Deeper than usual expressions, and shallow enough for a stack of 512 KB. */
  private static final int MAX_DEPTH = 200;

  private static final String TOO_SHORT = "it ends too soon";

  private final String text;
  private final int lastBrace;
  private final StringBuilder out = new StringBuilder();

  /** The capturing groups by name, numbered from 1. */
  private final Map<String, Integer> numbers = new HashMap<>();

  private final BitSet referredTo = new BitSet();
  private int groups;

  /** Names of the groups read so far. */
  private final Set<String> names = new HashSet<>();

  private final Deque<Parenthesis> open = new ArrayDeque<>();
  private Optional<String> fault = Optional.empty();

  /** The groups that are referred to and may have captured at this point. */
  private BitSet captured = new BitSet();

  private int at;
  private int counted;

  /** Whether a quantifier may follow. */
  private boolean repeatable;

  /**
   * An open parenthesis.
   *
   * @param number of a group, or {@link #NO_GROUP}
   * @param isLookaround whether it is a lookahead or lookbehind
   * @param before groups that may have captured before it
   * @param within groups that may have captured in its earlier alternatives
   */
  private record Parenthesis(
      int number, boolean isLookaround, boolean isNegative, BitSet before, BitSet within) {}

  private EcmaPattern(String text) {
    this.text = text;
    this.lastBrace = text.lastIndexOf('}');
    findGroups();
    open(NO_GROUP, ""); // around the whole expression
    while (at < text.length()) {
      next();
    }
    if (open.size() > 1) {
      note("a group is not closed");
    }
  }

  /** The same expression for Java. If it is invalid in both languages, it stays invalid. */
  static String toJava(String text) {
    return new EcmaPattern(text).out.toString();
  }

  /** What is wrong with an expression, as the end of a sentence; empty if it is correct. */
  static Optional<String> fault(String text) {
    return new EcmaPattern(text).fault;
  }

  /** Find all groups, and those that are referred to, before the first pass. */
  private void findGroups() {
    List<String> references = new ArrayList<>();
    boolean inClass = false;
    for (int here = 0; here < text.length(); here++) {
      char c = text.charAt(here);
      if (c == '\\') {
        here++;
        if (!inClass) {
          references.add(match(NUMBER, text, here));
          references.add(text.startsWith("k<", here) ? match(NAME, text, here + 2) : "");
        }
      } else if (c == '[' || c == ']') {
        inClass = c == '[';
      } else if (c == '(' && !inClass) {
        String name = text.startsWith("?<", here + 1) ? match(NAME, text, here + 3) : "";
        if (!text.startsWith("?", here + 1) || !name.isEmpty()) {
          groups++;
          numbers.putIfAbsent(name, groups);
        }
      }
    }
    references.forEach(reference -> referredTo.set(number(reference)));
    referredTo.clear(NO_GROUP);
  }

  /** The group with a name or number; {@link #NO_GROUP} if there is none. */
  private int number(String reference) {
    if (reference.isEmpty() || reference.length() > MOST_DIGITS && isNumber(reference)) {
      return NO_GROUP;
    }
    int number =
        isNumber(reference)
            ? Integer.parseInt(reference)
            : numbers.getOrDefault(reference, NO_GROUP);
    return number <= groups ? number : NO_GROUP;
  }

  private static boolean isNumber(String reference) {
    return NUMBER.matcher(reference).matches();
  }

  private void note(String what) {
    fault = fault.or(() -> Optional.of(what));
  }

  private boolean is(String next) {
    return text.startsWith(next, at);
  }

  private boolean take(String next) {
    boolean isNext = is(next);
    at += isNext ? next.length() : 0;
    return isNext;
  }

  /** What a pattern matches at a place; "" for nothing. */
  private static String match(Pattern wanted, String text, int at) {
    Matcher matcher = wanted.matcher(text).region(at, text.length());
    return matcher.lookingAt() ? matcher.group(1) : "";
  }

  /** Pass what was read since {@code begin} to Java as it is. */
  private void copy(int begin) {
    out.append(text, begin, at);
  }

  private void next() {
    char c = text.charAt(at++);
    switch (c) {
      case '\\' -> repeatable = escape();
      case '[' -> characterClass();
      case '(' -> openGroup();
      case ')' -> closeGroup();
      case '|' -> nextAlternative();
      case '*', '+', '?', '{' -> quantifier(c);
      case '^' -> {
        out.append(c);
        repeatable = false;
      }
      case '$' -> { // Java's would also match before a line end at the end
        out.append("\\z");
        repeatable = false;
      }
      default -> {
        if (c == '}' || c == ']') {
          noteSyntax(c);
        }
        // Java's point would also stop at U+0085.
        out.append(c == '.' ? "[^\\n\\r\\u2028\\u2029]" : String.valueOf(c));
        repeatable = true;
      }
    }
  }

  private void noteSyntax(char c) {
    if (fault.isEmpty()) { // formatting is slow, and a pattern may have a million such characters
      note("\"%c\" is written \"\\%c\"".formatted(c, c));
    }
  }

  private void quantifier(char c) {
    int begin = at - 1;
    if (c == '{' && repeatable) {
      String least = digits();
      String most = take(",") ? digits() : least;
      if (least.isEmpty() || !take("}")) {
        noteSyntax(c);
      } else if (!most.isEmpty() && isGreater(least, most)) {
        note("{%s,%s} is no range".formatted(least, most));
      }
    } else if (c == '{') {
      noteSyntax(c);
    } else if (!repeatable) {
      note("\"%c\" repeats nothing".formatted(c));
    }
    take("?");
    copy(begin);
    repeatable = false;
  }

  /** Compares digits, so that a number of ten thousand digits takes no longer than its text. */
  private static boolean isGreater(String one, String other) {
    String left = one.replaceFirst("^0+", "");
    String right = other.replaceFirst("^0+", "");
    return left.length() == right.length()
        ? left.compareTo(right) > 0
        : left.length() > right.length();
  }

  private String digits() {
    int begin = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return text.substring(begin, at);
  }

  // Groups.

  private void openGroup() {
    int begin = at - 1;
    repeatable = false;
    String name = is("?<") ? match(NAME, text, at + 2) : "";
    if (!is("?") || !name.isEmpty()) {
      if (!name.isEmpty() && !names.add(name)) {
        note("two groups have the same name");
      }
      at += name.isEmpty() ? 0 : "?<>".length() + name.length();
      openCapturing(name);
      return;
    }
    String kind = match(KIND, text, at);
    if (kind.equals("?<")) {
      note("a group has no proper name");
    } else if (kind.equals("?")) {
      note(
          "it knows no group that begins with \"(%s\"%s"
              .formatted(
                  text.substring(at, Math.min(text.length(), at + 2)),
                  is("?P<") ? "; a group with a name is written (?<name>...)" : ""));
    }
    at += kind.length();
    copy(begin);
    open(NO_GROUP, kind);
  }

  // Java wants names of ASCII letters and digits.
  private void openCapturing(String name) {
    counted++;
    out.append(referredTo.get(counted) ? "(?:(" : "(");
    if (!name.isEmpty()) {
      out.append("?<").append(group(number(name))).append('>');
    } else if (referredTo.get(counted)) {
      out.append("?<").append(group(counted)).append('>');
    }
    open(counted, "");
  }

  private void open(int number, String kind) {
    boolean isNegative = kind.endsWith("!");
    boolean isLookaround = isNegative || kind.endsWith("=");
    open.push(new Parenthesis(number, isLookaround, isNegative, copyOf(captured), new BitSet()));
    if (open.size() > MAX_DEPTH) {
      note("its groups go too deep into one another");
    }
  }

  private static BitSet copyOf(BitSet set) {
    return (BitSet) set.clone();
  }

  private void nextAlternative() {
    open.element().within().or(captured);
    captured = copyOf(open.element().before());
    out.append('|');
    repeatable = false;
  }

  private void closeGroup() {
    out.append(')');
    repeatable = true;
    if (open.size() == 1) {
      note("\")\" closes nothing");
      return;
    }
    Parenthesis closed = open.pop();
    repeatable = !closed.isLookaround();
    if (closed.isNegative()) {
      captured = closed.before(); // it has not matched
    } else {
      captured.or(closed.within());
    }
    if (referredTo.get(closed.number())) {
      captured.set(closed.number());
      out.append("(?<").append(end(closed.number())).append(">))");
    }
  }

  private static String group(int number) {
    return "g" + number;
  }

  private static String end(int number) {
    return "e" + number;
  }

  private String reference(int number) {
    if (number == NO_GROUP) {
      return NO_REFERENCE;
    }
    return captured.get(number)
        ? "(?:\\k<%s>|(?!\\k<%s>))".formatted(group(number), end(number))
        : "(?:)";
  }

  // Classes of characters.

  private void characterClass() {
    repeatable = true;
    if (take("]")) {
      out.append("(?!)"); // nothing matches an empty class
      return;
    }
    if (take("^]")) {
      out.append("[\\s\\S]");
      return;
    }
    out.append(take("^") ? "[^" : "[");
    while (at < text.length() && !is("]")) {
      int from = ofClass();
      if (is("-") && !is("-]")) {
        at++;
        out.append('-');
        int to = ofClass();
        if (from == NO_CHARACTER || to == NO_CHARACTER) {
          note("\"-\" between a class and something else is written \"\\-\"");
        } else if (from > to) {
          note("a range in [ ] is the wrong way round");
        }
      }
    }
    if (take("]")) {
      out.append(']');
    } else {
      note(TOO_SHORT);
    }
  }

  private int ofClass() {
    if (at == text.length()) {
      note(TOO_SHORT);
      return NO_CHARACTER;
    }
    int c = text.codePointAt(at);
    at += Character.charCount(c);
    if (c == '\\') {
      return escaped(true);
    }
    if (c == '[' || c == '&') { // in a class of Java, brackets nest and && intersects
      out.append('\\');
    }
    out.appendCodePoint(c);
    return c;
  }

  // What follows a backslash.

  /** Outside of classes. Returns whether a quantifier may follow. */
  private boolean escape() {
    String number = match(NUMBER, text, at);
    if (!number.isEmpty()) {
      at += number.length();
      if (number(number) == NO_GROUP) {
        note("there is no group \\" + number);
      }
      out.append(reference(number(number)));
    } else if (is("b") || is("B")) {
      out.append(text.charAt(at++) == 'b' ? BOUNDARY : NO_BOUNDARY);
      return false;
    } else if (take("k")) {
      String name = is("<") ? match(NAME, text, at + 1) : "";
      int group = number(name);
      if (is("<") && name.isEmpty()) {
        note("a group has no proper name");
      } else if (group == NO_GROUP) {
        note("\\k refers to no group");
      }
      at += name.isEmpty() ? 0 : "<>".length() + name.length();
      out.append(reference(group));
    } else {
      escaped(false);
    }
    return true;
  }

  /** The escaped character, or {@link #NO_CHARACTER} for a class. */
  private int escaped(boolean inClass) {
    if (at == text.length()) {
      note(TOO_SHORT);
      out.append('\\');
      return NO_CHARACTER;
    }
    int c = text.codePointAt(at);
    at += Character.charCount(c);
    switch (c) {
      case 's' -> out.append(inClass ? SPACES : "[" + SPACES + "]");
      case 'S' -> out.append("[^" + SPACES + "]");
      case 'd', 'D', 'w', 'W' -> out.append('\\').append((char) c);
      case 'p', 'P' -> property((char) c);
      case 'c' -> {
        return control();
      }
      case 'x' -> {
        out.append("\\x");
        return hex(2);
      }
      case 'u' -> {
        out.append(is("{") ? "\\x" : "\\u");
        return is("{") ? braced() : hex(4);
      }
      default -> {
        return single(c, inClass);
      }
    }
    return NO_CHARACTER;
  }

  private int single(int c, boolean inClass) {
    if (c == '0') {
      out.append("\\x00");
      if (at < text.length() && Character.digit(text.charAt(at), 10) >= 0) {
        note("\"\\0\" is followed by a digit");
      }
      return 0;
    }
    if (c == 'b' && inClass) {
      out.append("\\x08");
      return '\b';
    }
    out.append('\\').append(c == 'v' ? "x0b" : Character.toString(c));
    if (CONTROLS.indexOf(c) >= 0) {
      return "\f\n\r\t\u000b".charAt(CONTROLS.indexOf(c));
    }
    if (SYNTAX.indexOf(c) < 0 && !(c == '-' && inClass)) {
      String instead =
          switch (c) {
            case 'A' -> "; write \"^\"";
            case 'Z', 'z' -> "; write \"$\"";
            default -> Character.isLetterOrDigit(c) ? "" : "; leave the backslash out";
          };
      note("\"\\%s\" means nothing there%s".formatted(Character.toString(c), instead));
    }
    return c;
  }

  // For a small letter, Java's is another character.
  private int control() {
    char letter = at < text.length() ? Character.toUpperCase(text.charAt(at)) : 0;
    out.append("\\c");
    if (letter < 'A' || letter > 'Z') {
      note(at < text.length() ? "\"\\c\" is not followed by a letter" : TOO_SHORT);
      return NO_CHARACTER;
    }
    at++;
    out.append(letter);
    return letter % 32;
  }

  private int hexDigit(int index) {
    return index < text.length() ? Character.digit(text.charAt(index), HEX) : -1;
  }

  private int hex(int length) {
    int begin = at;
    int number = 0;
    for (int digit = 0; at < begin + length && digit >= 0; ) {
      digit = hexDigit(at);
      if (digit < 0) {
        note(
            at == text.length()
                ? TOO_SHORT
                : "a character's number has %d hexadecimal digits".formatted(length));
      } else {
        number = number * HEX + digit;
        at++;
      }
    }
    copy(begin);
    boolean isHigh = length == 4 && Character.isHighSurrogate((char) number);
    if (isHigh && text.regionMatches(true, at, "\\ud", 0, 3)) {
      int second = hexDigit(at + 3);
      if (second >= 0xc) {
        at += 2;
        out.append("\\u");
        return Character.toCodePoint((char) number, (char) hex(length));
      }
    }
    return number;
  }

  private int braced() {
    int end = at + 1;
    int number = 0;
    while (Character.isValidCodePoint(number) && hexDigit(end) >= 0) {
      number = number * HEX + hexDigit(end++);
    }
    if (end > at + 1
        && Character.isValidCodePoint(number)
        && end < text.length()
        && text.charAt(end) == '}') {
      int begin = at;
      at = end + 1;
      copy(begin);
      return number;
    }
    note("\"\\u{\" is not followed by a character's number");
    return NO_CHARACTER;
  }

  private void property(char c) {
    out.append('\\').append(c);
    int end = is("{") && at < lastBrace ? text.indexOf('}', at) : -1;
    if (end < 0) {
      note("\"\\p\" is not followed by a property in braces");
      return;
    }
    String property = text.substring(at + 1, end);
    if (!EcmaProperty.isKnown(property)) {
      note(
          "{%s} is a property that it does not have; capital and small letters count"
              .formatted(Excerpt.cut(property)));
    }
    out.append('{').append(EcmaProperty.toJava(property)).append('}');
    at = end + 1;
  }
}
