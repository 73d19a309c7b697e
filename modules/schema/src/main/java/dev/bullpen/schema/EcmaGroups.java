package dev.bullpen.schema;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The capturing groups of an expression of ECMA-262, numbered from 1, and which it refers to. */
final class EcmaGroups {
  /** Where a reference leads that leads to no group. */
  static final int NONE = 0;

  /** More than any number of a group has. */
  private static final int MOST_DIGITS = 9;

  private final String text;
  private final Map<String, Integer> named = new HashMap<>();
  private final List<String> digits = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final BitSet referredTo = new BitSet();
  private int count;

  private EcmaGroups(String text) {
    this.text = text;
  }

  static EcmaGroups of(String text) {
    EcmaGroups groups = new EcmaGroups(text);
    groups.scan();
    groups.digits.forEach(number -> groups.referredTo.set(groups.numbered(number)));
    groups.names.forEach(name -> groups.referredTo.set(groups.named(name)));
    return groups;
  }

  private void scan() {
    boolean inClass = false;
    for (int at = 0; at < text.length(); at++) {
      switch (text.charAt(at)) {
        case '\\' -> {
          at++;
          if (!inClass) {
            refer(at);
          }
        }
        case '[' -> inClass = true;
        case ']' -> inClass = false;
        case '(' -> {
          if (!inClass) {
            count(at + 1);
          }
        }
        default -> {
          // Nothing of groups.
        }
      }
    }
  }

  private void count(int at) {
    if (!text.startsWith("?", at)) {
      count++;
    } else if (text.startsWith("?<", at)) {
      Optional<String> name = name(text, at + 2);
      if (name.isPresent()) {
        count++;
        named.putIfAbsent(name.get(), count);
      }
    }
  }

  private void refer(int at) {
    String number = digits(text, at);
    if (!number.isEmpty()) {
      digits.add(number);
    } else if (text.startsWith("k<", at)) {
      name(text, at + 2).ifPresent(names::add);
    }
  }

  /** The name that begins here and ends before a ">"; empty if there is none. */
  static Optional<String> name(String text, int at) {
    int end = at;
    while (end < text.length() && isOfName(text.codePointAt(end), end == at)) {
      end += Character.charCount(text.codePointAt(end));
    }
    return end > at && text.startsWith(">", end)
        ? Optional.of(text.substring(at, end))
        : Optional.empty();
  }

  private static boolean isOfName(int codePoint, boolean isFirst) {
    return codePoint == '$'
        || codePoint == '_'
        || (isFirst
            ? Character.isUnicodeIdentifierStart(codePoint)
            : Character.isUnicodeIdentifierPart(codePoint));
  }

  /** The digits of a reference by number; "" where there is none. */
  static String digits(String text, int at) {
    int end = at;
    while (end < text.length()
        && text.charAt(end) >= (end == at ? '1' : '0')
        && text.charAt(end) <= '9') {
      end++;
    }
    return text.substring(at, end);
  }

  int numbered(String digits) {
    int number = digits.length() > MOST_DIGITS ? NONE : Integer.parseInt(digits);
    return number <= count ? number : NONE;
  }

  int named(String name) {
    return named.getOrDefault(name, NONE);
  }

  boolean isReferredTo(int number) {
    return number != NONE && referredTo.get(number);
  }
}
