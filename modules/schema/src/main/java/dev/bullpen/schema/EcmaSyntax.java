package dev.bullpen.schema;

import java.math.BigInteger;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a text is a regular expression of ECMA-262 with the flag "u" (section 22.2.1), as clients
 * in JavaScript compile it. {@link EcmaPattern} is more forgiving: it leaves to Java what only Java
 * knows.
 */
final class EcmaSyntax {
  private static final String SYNTAX = "^$\\.*+?()[]{}|";
  private static final String CLASSES = "dDsSwW";
  private static final String CONTROLS = "fnrtv";

  /** A class of characters in the place of one; no character has this number. */
  private static final int NO_CHARACTER = -1;

  private static final int HEX = 16;

  /** Deeper than people write, and shallow enough for a stack of 512 KB. */
  private static final int MAX_DEPTH = 200;

  private static final class Fault extends Exception {
    private static final long serialVersionUID = 1L;

    Fault(String message) {
      super(message, null, false, false);
    }
  }

  private final String text;
  private final EcmaGroups groups;
  private final Set<String> names = new HashSet<>();
  private int at;
  private int depth;

  private EcmaSyntax(String text) {
    this.text = text;
    this.groups = EcmaGroups.of(text);
  }

  /** What is wrong with an expression, as the end of a sentence; empty if it is one. */
  static Optional<String> fault(String text) {
    EcmaSyntax syntax = new EcmaSyntax(text);
    try {
      syntax.disjunction();
      return syntax.at < text.length() ? Optional.of("\")\" closes nothing") : Optional.empty();
    } catch (Fault fault) {
      return Optional.of(fault.getMessage());
    }
  }

  private boolean is(String next) {
    return text.startsWith(next, at);
  }

  private boolean take(String next) {
    boolean isNext = is(next);
    at += isNext ? next.length() : 0;
    return isNext;
  }

  private int character() throws Fault {
    if (at >= text.length()) {
      throw new Fault("it ends too soon");
    }
    int character = text.codePointAt(at);
    at += Character.charCount(character);
    return character;
  }

  private void disjunction() throws Fault {
    if (++depth > MAX_DEPTH) {
      throw new Fault("its groups go too deep into one another");
    }
    while (at < text.length() && !is(")")) {
      if (!take("|")) {
        term();
      }
    }
    depth--;
  }

  private void term() throws Fault {
    if (take("^") || take("$") || take("\\b") || take("\\B")) {
      return;
    }
    boolean isAround = is("(?=") || is("(?!") || is("(?<=") || is("(?<!");
    atom();
    if (!isAround) {
      quantifier();
    }
  }

  private void atom() throws Fault {
    int begin = at;
    int first = character();
    switch (first) {
      case '(' -> group();
      case '[' -> charactersOfClass();
      case '\\' -> escape();
      case '*', '+', '?' -> throw new Fault("\"%c\" repeats nothing".formatted(first));
      case '{', '}', ']' ->
          throw new Fault("\"%c\" is written \"\\%c\"".formatted(first, text.charAt(begin)));
      default -> {
        // A character that means itself, or any.
      }
    }
  }

  private void quantifier() throws Fault {
    if (take("{")) {
      String least = digits();
      String most = take(",") ? digits() : least;
      if (least.isEmpty() || !take("}")) {
        throw new Fault("\"{\" is written \"\\{\"");
      }
      if (!most.isEmpty() && isMore(least, most)) {
        throw new Fault("{%s,%s} is no range".formatted(least, most));
      }
    } else if (!take("*") && !take("+") && !take("?")) {
      return;
    }
    take("?");
  }

  private static boolean isMore(String one, String other) {
    return new BigInteger(one).compareTo(new BigInteger(other)) > 0;
  }

  private String digits() {
    int begin = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return text.substring(begin, at);
  }

  private void group() throws Fault {
    if (take("?<=") || take("?<!")) {
      // A look behind.
    } else if (take("?<")) {
      if (!names.add(name())) {
        throw new Fault("two groups have the same name");
      }
    } else if (is("?") && !take("?:") && !take("?=") && !take("?!")) {
      int end = Math.min(text.length(), at + 2);
      throw new Fault(
          "it knows no group that begins with \"(%s\"%s"
              .formatted(
                  text.substring(at, end),
                  is("?P<") ? "; a group with a name is written (?<name>...)" : ""));
    }
    disjunction();
    if (!take(")")) {
      throw new Fault("a group is not closed");
    }
  }

  private String name() throws Fault {
    String name =
        EcmaGroups.name(text, at).orElseThrow(() -> new Fault("a group has no proper name"));
    at += name.length() + 1;
    return name;
  }

  private void escape() throws Fault {
    String number = EcmaGroups.digits(text, at);
    if (!number.isEmpty()) {
      at += number.length();
      if (groups.numbered(number) == EcmaGroups.NONE) {
        throw new Fault("there is no group \\" + number);
      }
    } else if (take("k")) {
      if (!take("<") || groups.named(name()) == EcmaGroups.NONE) {
        throw new Fault("\\k refers to no group");
      }
    } else {
      escaped("");
    }
  }

  private void charactersOfClass() throws Fault {
    take("^");
    while (!take("]")) {
      int from = ofClass();
      if (is("-") && !is("-]")) {
        at++;
        int to = ofClass();
        if (from == NO_CHARACTER || to == NO_CHARACTER) {
          throw new Fault("\"-\" between a class and something else is written \"\\-\"");
        }
        if (from > to) {
          throw new Fault("a range in [ ] is the wrong way round");
        }
      }
    }
  }

  private int ofClass() throws Fault {
    int first = character();
    return first == '\\' ? escaped("-b") : first;
  }

  /**
   * What stands behind a backslash.
   *
   * @param more that may stand there
   */
  private int escaped(String more) throws Fault {
    int c = character();
    if (SYNTAX.indexOf(c) >= 0 || c == '/' || more.indexOf(c) >= 0) {
      return c == 'b' ? '\b' : c;
    }
    if (CLASSES.indexOf(c) >= 0) {
      return NO_CHARACTER;
    }
    if (CONTROLS.indexOf(c) >= 0) {
      return "\f\n\r\t\u000b".charAt(CONTROLS.indexOf(c));
    }
    return switch (c) {
      case '0' -> zero();
      case 'c' -> control();
      case 'x' -> hex(2);
      case 'u' -> is("{") ? braced() : hex(4);
      case 'p', 'P' -> property();
      default ->
          throw new Fault(
              "\"\\%s\" means nothing there%s".formatted(Character.toString(c), instead(c)));
    };
  }

  private static String instead(int c) {
    return switch (c) {
      case 'A' -> "; write \"^\"";
      case 'Z', 'z' -> "; write \"$\"";
      default -> Character.isLetterOrDigit(c) ? "" : "; leave the backslash out";
    };
  }

  private int zero() throws Fault {
    if (!digits().isEmpty()) {
      throw new Fault("\"\\0\" is followed by a digit");
    }
    return 0;
  }

  private int control() throws Fault {
    int letter = character();
    boolean isLetter = letter >= 'a' && letter <= 'z' || letter >= 'A' && letter <= 'Z';
    if (!isLetter) {
      throw new Fault("\"\\c\" is not followed by a letter");
    }
    return letter % 32;
  }

  private int hex(int length) throws Fault {
    int number = 0;
    for (int i = 0; i < length; i++) {
      int digit = Character.digit(character(), HEX);
      if (digit < 0) {
        throw new Fault("a character's number has %d hexadecimal digits".formatted(length));
      }
      number = number * HEX + digit;
    }
    boolean isHigh = length == 4 && Character.isHighSurrogate((char) number);
    if (isHigh && text.regionMatches(true, at, "\\ud", 0, 3)) {
      int second = Character.digit(at + 3 < text.length() ? text.charAt(at + 3) : ' ', HEX);
      if (second >= 0xc) {
        at += 2;
        return Character.toCodePoint((char) number, (char) hex(length));
      }
    }
    return number;
  }

  private int braced() throws Fault {
    int end = text.indexOf('}', at);
    try {
      int number = Integer.parseInt(text.substring(at + 1, Math.max(at + 1, end)), HEX);
      if (Character.isValidCodePoint(number)) {
        at = end + 1;
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new Fault("\"\\u{\" is not followed by a character's number");
  }

  private int property() throws Fault {
    int end = is("{") ? text.indexOf('}', at) : -1;
    if (end < 0) {
      throw new Fault("\"\\p\" is not followed by a property in braces");
    }
    String property = text.substring(at + 1, end);
    if (!EcmaProperty.isKnown(property)) {
      throw new Fault(
          "{%s} is a property that it does not have; capital and small letters count"
              .formatted(Excerpt.cut(property)));
    }
    at = end + 1;
    return NO_CHARACTER;
  }
}
