package dev.bullpen.schema;

import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressions;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A pattern that cannot outlast the check it is part of: matching reads its text through a sequence
 * that counts. Java's matcher takes exponential time for some expressions, and reads a character at
 * each step of it.
 */
final class BoundedPattern implements RegularExpression {
  private final Pattern pattern;

  private BoundedPattern(Pattern pattern) {
    this.pattern = pattern;
  }

  static BoundedPattern compile(String text) {
    try {
      // \p{Letter} is \p{L} in Java.
      String shortNames = RegularExpressions.replaceLongformCharacterProperties(text);
      return new BoundedPattern(Pattern.compile(EcmaPattern.toJava(shortNames)));
    } catch (PatternSyntaxException | StackOverflowError e) {
      // As Python writes it.
      String hint = text.contains("(?P<") ? "; a group with a name is written (?<name>...)" : "";
      throw new GivenUp("the pattern " + Excerpt.quoted(text) + " cannot be used" + hint);
    }
  }

  @Override
  public boolean matches(String value) {
    try {
      return pattern.matcher(new Counted(value, Deadline.current())).find();
    } catch (StackOverflowError tooDeep) {
      // The matcher recurses with the length of what a group with alternatives repeats over.
      throw new GivenUp(
          "the pattern "
              + Excerpt.quoted(pattern.pattern())
              + " cannot be matched with a text of "
              + value.length()
              + " characters");
    }
  }

  private record Counted(CharSequence text, Deadline deadline) implements CharSequence {
    @Override
    public char charAt(int index) {
      deadline.step();
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return new Counted(text.subSequence(start, end), deadline);
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
