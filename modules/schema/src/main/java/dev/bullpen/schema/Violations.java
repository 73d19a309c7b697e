package dev.bullpen.schema;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The first violations found, each once, and how many more there were. */
final class Violations {
  /** More than anyone mends at once, and a page of text at most. */
  static final int MAX = 20;

  private final Set<Violation> kept = new LinkedHashSet<>();
  private int more;

  void add(String at, String message) {
    Violation violation = new Violation(at, message);
    if (kept.contains(violation)) {
      return;
    }
    if (kept.size() < MAX) {
      kept.add(violation);
    } else {
      more++;
    }
  }

  /** Whether sentences are still wanted; without, counting is enough. */
  boolean isFull() {
    return kept.size() == MAX;
  }

  void addUnseen() {
    more++;
  }

  List<Violation> list() {
    return more == 0 ? List.copyOf(kept) : Stream.concat(kept.stream(), Stream.of(rest())).toList();
  }

  private Violation rest() {
    return new Violation("", more == 1 ? "one more violation" : more + " more violations");
  }
}
