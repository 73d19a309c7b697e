package dev.bullpen.project.uri;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
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
    return groups(text).isPresent();
  }

  /**
   * The parts of a text that the groups of the pattern stand for, in their order; empty when it
   * does not match. Always the same parts, however many ways there are to read the text.
   */
  Optional<List<String>> groups(String text) {
    Walk walk = new Walk(steps);
    for (int i = 0; i < text.length() && !walk.ways.isEmpty(); i++) {
      walk.take(text.charAt(i));
    }
    return walk.ways.stream()
        .filter(way -> steps.get(way.at()).kind() == Kind.END)
        .findFirst()
        .map(way -> between(way.marks(), text));
  }

  /** The groups between pairs of marks, of which the last comes first. */
  private static List<String> between(Mark last, String text) {
    List<String> groups = new ArrayList<>();
    for (Mark end = last; end != null; end = end.before().before()) {
      groups.add(text.substring(end.before().position(), end.position()));
    }
    Collections.reverse(groups);
    return groups;
  }

  private record Step(Kind kind, String characters, int... jumps) {
    boolean takes(char c) {
      return switch (kind) {
        case CHARACTER -> characters.indexOf(c) >= 0;
        case EXCEPT -> characters.indexOf(c) < 0;
        case JUMP, MARK, END -> false;
      };
    }
  }

  private enum Kind {
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

    Builder anyOf(String characters) {
      steps.add(new Step(Kind.CHARACTER, characters));
      return this;
    }

    Builder literal(String text) {
      text.chars().forEach(c -> character((char) c));
      return this;
    }

    /** At least one character that is none of the given ones. */
    Builder some(String except) {
      steps.add(new Step(Kind.EXCEPT, except));
      return any(except);
    }

    /** Any number of characters that are none of the given ones. */
    Builder any(String except) {
      return repeat(() -> steps.add(new Step(Kind.EXCEPT, except)));
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
    void group(Runnable inner) {
      mark();
      inner.run();
      mark();
    }

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
      steps.add(new Step(Kind.END, ""));
      return new UriPattern(List.copyOf(steps));
    }

    private void mark() {
      steps.add(new Step(Kind.MARK, "", steps.size() + 1));
    }

    private int placeholder() {
      steps.add(jump());
      return steps.size() - 1;
    }

    private static Step jump(int... targets) {
      return new Step(Kind.JUMP, "", targets);
    }
  }

  /** A way to read the text so far: the step it has come to, and its latest mark or null. */
  private record Way(int at, Mark marks) {}

  /** A position in the text and the mark before it, or null. */
  private record Mark(int position, Mark before) {}

  /**
   * One walk through a pattern that remembers its marks (Pike's way of keeping submatches).
   *
   * <p>All ways to read the text are walked at once, the preferred ones first; of two that meet at
   * a step the preferred one stays. Marks are lists that grow at one end and share the rest, so the
   * time stays the length of the text times the size of the pattern.
   */
  private static final class Walk {
    private final List<Step> steps;
    private List<Way> ways = new ArrayList<>();
    private BitSet reached;
    private int position;

    Walk(List<Step> steps) {
      this.steps = steps;
      this.reached = new BitSet(steps.size());
      reach(new Way(0, null));
    }

    void take(char c) {
      List<Way> before = ways;
      ways = new ArrayList<>();
      reached = new BitSet(steps.size());
      position++;
      for (Way way : before) {
        if (steps.get(way.at()).takes(c)) {
          reach(new Way(way.at() + 1, way.marks()));
        }
      }
    }

    /** Follow a way, and every way that leaves it without a character, in order of preference. */
    private void reach(Way start) {
      List<Way> open = new ArrayList<>(List.of(start));
      while (!open.isEmpty()) {
        Way way = open.remove(open.size() - 1);
        if (reached.get(way.at())) {
          continue;
        }
        reached.set(way.at());
        Step step = steps.get(way.at());
        if (step.jumps().length == 0) {
          ways.add(way);
        }
        Mark marks = step.kind() == Kind.MARK ? new Mark(position, way.marks()) : way.marks();
        for (int i = step.jumps().length - 1; i >= 0; i--) {
          open.add(new Way(step.jumps()[i], marks));
        }
      }
    }
  }
}
