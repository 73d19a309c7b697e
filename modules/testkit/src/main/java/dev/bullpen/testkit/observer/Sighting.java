package dev.bullpen.testkit.observer;

import java.time.Duration;
import java.util.List;

/**
 * The observer's last search.
 *
 * @param nanos when it first saw nothing, or when it gave up; clock of {@link System#nanoTime()}
 * @param left the processes still there, one line each; empty when all were gone
 */
public record Sighting(long nanos, List<String> left) {
  /** Copies the list. */
  public Sighting {
    left = List.copyOf(left);
  }

  /** Whether nothing was left. */
  public boolean none() {
    return left.isEmpty();
  }

  /** How long after {@code start} on the same clock. */
  public Duration since(long start) {
    return Duration.ofNanos(nanos - start);
  }

  @Override
  public String toString() {
    return none() ? "nothing left" : left.size() + " left:\n  " + String.join("\n  ", left);
  }
}
