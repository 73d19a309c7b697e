package dev.bullpen.project.uri;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A small regular language, matched by following all states at once (Thompson's construction).
 *
 * <p>There is no backtracking, so the time is the length of the text times the size of the pattern.
 * A step either consumes one character ({@code CHARACTER}, {@code EXCEPT}) and goes to the next
 * step, or consumes nothing and goes to one or two others ({@code JUMP}, {@code MARK}). If a text
 * can be matched in several ways, the first of these is preferred: as few repetitions as possible,
 * and optional parts present. Jumps are relative, so patterns are joined by joining their steps.
 */
record UriPattern(List<Step> steps) {
  private record Step(Kind kind, String characters, int... jumps) {
    boolean takes(char c) {
      return switch (kind) {
        case CHARACTER -> characters.indexOf(c) >= 0;
        case EXCEPT -> characters.indexOf(c) < 0;
        case JUMP, MARK -> false;
      };
    }
  }

  private enum Kind {
    CHARACTER,
    EXCEPT,
    JUMP,
    /** The start or end of a group. */
    MARK
  }

  static UriPattern anyOf(String characters) {
    return new UriPattern(List.of(new Step(Kind.CHARACTER, characters)));
  }

  static UriPattern literal(String text) {
    return sequence(text.chars().mapToObj(c -> anyOf(Character.toString(c))).toList());
  }

  /** Any number of characters, except the given ones. */
  static UriPattern any(String except) {
    return repeat(new UriPattern(List.of(new Step(Kind.EXCEPT, except))));
  }

  /** At least one character, except the given ones. */
  static UriPattern some(String except) {
    return sequence(List.of(new UriPattern(List.of(new Step(Kind.EXCEPT, except))), any(except)));
  }

  static UriPattern sequence(List<UriPattern> parts) {
    return new UriPattern(parts.stream().flatMap(part -> part.steps.stream()).toList());
  }

  UriPattern then(UriPattern next) {
    return sequence(List.of(this, next));
  }

  static UriPattern optional(UriPattern inner) {
    return jump(1, inner.steps.size() + 1).then(inner);
  }

  /** Any number of times, including none. */
  static UriPattern repeat(UriPattern inner) {
    int size = inner.steps.size();
    return sequence(List.of(jump(size + 2, 1), inner, jump(-size - 1)));
  }

  static UriPattern oneOf(List<UriPattern> alternatives) {
    int left = alternatives.stream().mapToInt(one -> one.steps.size() + 1).sum();
    List<UriPattern> all = new ArrayList<>();
    List<Integer> starts = new ArrayList<>();
    int at = 1;
    for (UriPattern alternative : alternatives) {
      starts.add(at);
      at += alternative.steps.size() + 1;
      all.add(alternative.then(jump(left + 2 - at)));
    }
    return jump(starts.stream().mapToInt(Integer::intValue).toArray()).then(sequence(all));
  }

  /** A group: its part of the text is returned. Groups neither contain groups nor are repeated. */
  static UriPattern group(UriPattern inner) {
    UriPattern mark = new UriPattern(List.of(new Step(Kind.MARK, "", 1)));
    return sequence(List.of(mark, inner, mark));
  }

  private static UriPattern jump(int... distances) {
    return new UriPattern(List.of(new Step(Kind.JUMP, "", distances)));
  }

  boolean matches(String text) {
    return groups(text).isPresent();
  }

  /**
   * The parts of a text that match the groups of the pattern, in order; empty if the text does not
   * match. The result is always the same, even if the text can be matched in several ways.
   */
  Optional<List<String>> groups(String text) {
    Walk walk = new Walk(steps);
    for (int i = 0; i < text.length() && !walk.ways.isEmpty(); i++) {
      walk.take(text.charAt(i));
    }
    return walk.ways.stream()
        .filter(way -> way.at() == steps.size())
        .findFirst()
        .map(way -> between(way.marks(), text));
  }

  /** The groups between pairs of marks, with the last mark first. */
  private static List<String> between(@Nullable Mark last, String text) {
    List<String> groups = new ArrayList<>();
    Mark end = last;
    while (end != null) {
      Mark begin = Objects.requireNonNull(end.before());
      groups.add(text.substring(begin.position(), end.position()));
      end = begin.before();
    }
    Collections.reverse(groups);
    return groups;
  }

  private record Way(int at, @Nullable Mark marks) {}

  private record Mark(int position, @Nullable Mark before) {}

  /**
   * One walk through a pattern that records its marks (Pike's submatches). If two ways meet at a
   * step, the preferred one stays. Marks are lists with shared beginnings, so the time stays
   * linear.
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
        if (way.at() < steps.size() && steps.get(way.at()).takes(c)) {
          reach(new Way(way.at() + 1, way.marks()));
        }
      }
    }

    /** Follows a way, and all ways that leave it without a character, in order of preference. */
    private void reach(Way start) {
      List<Way> open = new ArrayList<>(List.of(start));
      while (!open.isEmpty()) {
        Way way = open.remove(open.size() - 1);
        if (reached.get(way.at())) {
          continue;
        }
        reached.set(way.at());
        if (way.at() == steps.size() || steps.get(way.at()).jumps().length == 0) {
          ways.add(way);
          continue;
        }
        Step step = steps.get(way.at());
        Mark marks = step.kind() == Kind.MARK ? new Mark(position, way.marks()) : way.marks();
        for (int i = step.jumps().length - 1; i >= 0; i--) {
          open.add(new Way(way.at() + step.jumps()[i], marks));
        }
      }
    }
  }
}
