package dev.bullpen.schema;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.Optional;

/**
 * Regular expressions as JSON Schema writes them (ECMA-262 with the flag "u", Core, section 6.4),
 * respelt for {@link java.util.regex.Pattern} where the two languages differ.
 *
 * <p>A reference to a group that has captured nothing matches the empty text, and fails in Java. So
 * a group that is referred to is followed by an empty one, which tells whether it has captured: it
 * can be referred to, or it cannot. One difference is left: what a group has captured in one round
 * of a repetition, or in a lookahead that was given up, is forgotten, and may be kept in Java.
 */
final class EcmaPattern {
  /** White space and line ends of ECMA-262, as the inside of a class. */
  private static final String SPACES =
      "\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";

  /** Word characters are those of ASCII, whatever Java takes for one. */
  private static final String WORD = "[a-zA-Z0-9_]";

  private static final String BOUNDARY = "(?:(?<=%1$s)(?!%1$s)|(?<!%1$s)(?=%1$s))".formatted(WORD);

  private static final String NO_BOUNDARY =
      "(?:(?<=%1$s)(?=%1$s)|(?<!%1$s)(?!%1$s))".formatted(WORD);

  /** To no group, which is no expression in either language. */
  private static final String NO_REFERENCE = "\\k<>";

  private final String text;
  private final EcmaGroups groups;
  private final StringBuilder out = new StringBuilder();
  private final Deque<Parenthesis> open = new ArrayDeque<>();

  /** The groups that are referred to and may have captured where we are. */
  private BitSet captured = new BitSet();

  private int at;
  private int counted;
  private boolean inClass;

  /**
   * What a parenthesis is around.
   *
   * @param number of a group, or {@link EcmaGroups#NONE}
   * @param before those that may have captured before it
   * @param within those of its alternatives that are over
   */
  private record Parenthesis(int number, boolean isNegative, BitSet before, BitSet within) {}

  private EcmaPattern(String text) {
    this.text = text;
    open(EcmaGroups.NONE, false); // around all of it
    this.groups = EcmaGroups.of(text);
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
      case '(' -> openGroup();
      case ')' -> closeGroup();
      case '|' -> nextAlternative();
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

  // Java wants names of ASCII letters and digits.
  private void openGroup() {
    Optional<String> name =
        text.startsWith("?<", at) ? EcmaGroups.name(text, at + 2) : Optional.empty();
    if (name.isEmpty() && text.startsWith("?", at)) {
      open(EcmaGroups.NONE, text.startsWith("?!", at) || text.startsWith("?<!", at));
      out.append('(');
      return;
    }
    counted++;
    open(counted, false);
    out.append(groups.isReferredTo(counted) ? "(?:(" : "(");
    if (name.isPresent()) {
      at += "?<>".length() + name.get().length();
      out.append("?<").append(group(groups.named(name.get()))).append('>');
    } else if (groups.isReferredTo(counted)) {
      out.append("?<").append(group(counted)).append('>');
    }
  }

  private void open(int number, boolean isNegative) {
    open.push(new Parenthesis(number, isNegative, copy(captured), new BitSet()));
  }

  private static BitSet copy(BitSet set) {
    return (BitSet) set.clone();
  }

  /** What another alternative has captured is nothing to this one. */
  private void nextAlternative() {
    open.element().within().or(captured);
    captured = copy(open.element().before());
    out.append('|');
  }

  private void closeGroup() {
    out.append(')');
    if (open.size() == 1) {
      return; // one too many, as Java will say
    }
    Parenthesis closed = open.pop();
    if (closed.isNegative()) {
      captured = closed.before(); // it has not matched
    } else {
      captured.or(closed.within());
    }
    if (groups.isReferredTo(closed.number())) {
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
    if (number == EcmaGroups.NONE) {
      return NO_REFERENCE;
    }
    return captured.get(number)
        ? "(?:\\k<%s>|(?!\\k<%s>))".formatted(group(number), end(number))
        : "(?:)";
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
      case 'c' -> control();
      case 'p', 'P' -> property(c);
      default -> {
        if (inClass) {
          out.append(c == 'b' ? "\\x08" : "\\" + c);
        } else {
          escapeOutsideClass(c);
        }
      }
    }
  }

  private void escapeOutsideClass(char c) {
    String digits = EcmaGroups.digits(text, at - 1);
    if (!digits.isEmpty()) {
      at += digits.length() - 1;
      out.append(reference(groups.numbered(digits)));
      return;
    }
    switch (c) {
      case 'b' -> out.append(BOUNDARY);
      case 'B' -> out.append(NO_BOUNDARY);
      case 'k' -> {
        Optional<String> name =
            text.startsWith("<", at) ? EcmaGroups.name(text, at + 1) : Optional.empty();
        at += name.isPresent() ? "<>".length() + name.get().length() : 0;
        out.append(name.map(known -> reference(groups.named(known))).orElse(NO_REFERENCE));
      }
      default -> out.append('\\').append(c);
    }
  }

  // Java's is another character for a small letter.
  private void control() {
    char letter = at < text.length() ? Character.toUpperCase(text.charAt(at)) : 0;
    out.append("\\c");
    if (letter >= 'A' && letter <= 'Z') {
      at++;
      out.append(letter);
    }
  }

  private void property(char c) {
    out.append('\\').append(c);
    int end = text.startsWith("{", at) ? text.indexOf('}', at) : -1;
    if (end > 0) {
      out.append('{').append(EcmaProperty.toJava(text.substring(at + 1, end))).append('}');
      at = end + 1;
    }
  }
}
