package dev.bullpen.schema;

import com.networknt.schema.regex.RegularExpression;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A pattern that cannot outlast the check it is part of: matching reads its text through a sequence
 * that counts. Java's matcher takes exponential time for some expressions, and reads a character at
 * each step of it.
 */
final class BoundedPattern implements RegularExpression {
  /** As its author has written it. */
  private final String text;

  private final Pattern pattern;

  private BoundedPattern(String text, Pattern pattern) {
    this.text = text;
    this.pattern = pattern;
  }

  static BoundedPattern compile(String text) {
    try {
      return new BoundedPattern(text, Pattern.compile(EcmaPattern.toJava(text)));
    } catch (PatternSyntaxException | StackOverflowError e) {
      // As Python writes it.
      String hint = text.contains("(?P<") ? "; a group with a name is written (?<name>...)" : "";
      throw new Deadline.GivenUp("the pattern " + Excerpt.quoted(text) + " cannot be used" + hint);
    }
  }

  @Override
  public boolean matches(String value) {
    try {
      return pattern.matcher(new Counted(value, Deadline.current())).find();
    } catch (StackOverflowError tooDeep) {
      // The matcher recurses with the length of what a group with alternatives repeats over.
      throw new Deadline.GivenUp(
          "the pattern "
              + Excerpt.quoted(text)
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
