package dev.bullpen.project.uri;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A small regular language, matched by walking all its states at once (Thompson's construction).
 *
 * <p>There is no backtracking, so the time is the length of the text times the size of the pattern
 * whatever either of them holds. A step either consumes one character ({@code CHARACTER}, {@code
 * EXCEPT}) and goes on to the following step, or consumes nothing and goes on at one or two others
 * ({@code JUMP}, {@code MARK}), of which the first is preferred where a text can be read in several
 * ways: as few repetitions as possible, and what is optional there rather than not.
 */
final class UriPattern {
  private final List<Step> steps;

  private UriPattern(List<Step> steps) {
    this.steps = steps;
  }

  boolean matches(String text) {
    int[] open = new int[steps.size()];
    BitSet now = new BitSet(steps.size());
    reach(0, now, open);
    for (int i = 0; i < text.length() && !now.isEmpty(); i++) {
      BitSet next = new BitSet(steps.size());
      for (int at = now.nextSetBit(0); at >= 0; at = now.nextSetBit(at + 1)) {
        if (steps.get(at).takes(text.charAt(i))) {
          reach(at + 1, next, open);
        }
      }
      now = next;
    }
    return now.get(steps.size() - 1);
  }

  /**
   * The parts of a text that the groups of the pattern stand for, in their order; empty when it
   * does not match. Always the same parts, however many ways there are to read the text.
   */
  Optional<List<String>> groups(String text) {
    UriPatternWalk walk = new UriPatternWalk(steps);
    for (int i = 0; i < text.length(); i++) {
      walk.take(text.charAt(i));
    }
    return walk.marks().map(marks -> between(marks, text));
  }

  private static List<String> between(List<Integer> marks, String text) {
    List<String> groups = new ArrayList<>();
    for (int i = 0; i < marks.size(); i += 2) {
      groups.add(text.substring(marks.get(i), marks.get(i + 1)));
    }
    return groups;
  }

  /**
   * Add a step and everything that can be reached from it without a character.
   *
   * @param open room for one entry per step, which is enough as no step is entered twice
   */
  private void reach(int start, BitSet reached, int[] open) {
    if (reached.get(start)) {
      return;
    }
    int count = 0;
    reached.set(start);
    open[count++] = start;
    while (count > 0) {
      for (int target : steps.get(open[--count]).jumps()) {
        if (!reached.get(target)) {
          reached.set(target);
          open[count++] = target;
        }
      }
    }
  }

  /** One step; jumps is empty for a step that takes a character, and for the end. */
  record Step(Kind kind, String characters, int[] jumps) {
    boolean takes(char c) {
      return switch (kind) {
        case CHARACTER -> characters.indexOf(c) >= 0;
        case EXCEPT -> characters.indexOf(c) < 0;
        case JUMP, MARK, END -> false;
      };
    }
  }

  enum Kind {
    CHARACTER,
    EXCEPT,
    JUMP,
    /** Where a group begins or ends. */
    MARK,
    END
  }

  /** Puts a pattern together from left to right. */
  static final class Builder {
    private final List<Step> steps = new ArrayList<>();

    Builder character(char c) {
      return anyOf(String.valueOf(c));
    }

    /** One of these characters. */
    Builder anyOf(String characters) {
      steps.add(new Step(Kind.CHARACTER, characters, new int[0]));
      return this;
    }

    Builder literal(String text) {
      text.chars().forEach(c -> character((char) c));
      return this;
    }

    /** At least one character that is none of the given ones. */
    Builder some(String except) {
      steps.add(new Step(Kind.EXCEPT, except, new int[0]));
      return any(except);
    }

    /** Any number of characters that are none of the given ones. */
    Builder any(String except) {
      return repeat(() -> steps.add(new Step(Kind.EXCEPT, except, new int[0])));
    }

    Builder optional(Runnable inner) {
      int fork = placeholder();
      inner.run();
      steps.set(fork, jump(fork + 1, steps.size()));
      return this;
    }

    /** Any number of times, none included. */
    Builder repeat(Runnable inner) {
      int fork = placeholder();
      inner.run();
      steps.add(jump(fork));
      steps.set(fork, jump(steps.size(), fork + 1));
      return this;
    }

    /** What the text holds here is wanted; groups neither hold groups nor are repeated. */
    Builder group(Runnable inner) {
      mark();
      inner.run();
      mark();
      return this;
    }

    /** One of several alternatives. */
    <T> void oneOf(List<T> alternatives, Consumer<T> inner) {
      int fork = placeholder();
      int[] starts = new int[alternatives.size()];
      List<Integer> ends = new ArrayList<>();
      for (int i = 0; i < starts.length; i++) {
        starts[i] = steps.size();
        inner.accept(alternatives.get(i));
        ends.add(placeholder());
      }
      steps.set(fork, jump(starts));
      ends.forEach(end -> steps.set(end, jump(steps.size())));
    }

    UriPattern build() {
      List<Step> all = new ArrayList<>(steps);
      all.add(new Step(Kind.END, "", new int[0]));
      return new UriPattern(List.copyOf(all));
    }

    private void mark() {
      steps.add(new Step(Kind.MARK, "", new int[] {steps.size() + 1}));
    }

    private int placeholder() {
      steps.add(jump());
      return steps.size() - 1;
    }

    private static Step jump(int... targets) {
      return new Step(Kind.JUMP, "", targets);
    }
  }
}
