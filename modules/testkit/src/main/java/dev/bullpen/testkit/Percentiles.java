package dev.bullpen.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Percentiles of a series of durations, by nearest rank.
 *
 * @param count how many there were
 * @param p50 half of them were no longer
 * @param p99 99 in 100 were no longer
 * @param max the longest
 */
public record Percentiles(int count, Duration p50, Duration p99, Duration max) {
  private static final double NANOS_PER_MS = 1e6;

  /** Of at least one duration. */
  public static Percentiles of(List<Duration> durations) {
    if (durations.isEmpty()) {
      throw new IllegalArgumentException("no durations, no percentiles");
    }
    List<Duration> sorted = durations.stream().sorted().toList();
    return new Percentiles(
        sorted.size(), rank(sorted, 50), rank(sorted, 99), sorted.get(sorted.size() - 1));
  }

  private static Duration rank(List<Duration> sorted, int percent) {
    int rank = (int) Math.ceil(sorted.size() * percent / 100.0);
    return sorted.get(rank - 1);
  }

  /** Milliseconds with two digits. */
  public static String ms(Duration duration) {
    return String.format(Locale.ROOT, "%.2f ms", duration.toNanos() / NANOS_PER_MS);
  }

  /** Print them as one line of the test's output, and return them. */
  public Percentiles report(String what) {
    System.out.println("[measured] " + what + ": " + this);
    return this;
  }

  @Override
  public String toString() {
    return "n=%d p50=%s p99=%s max=%s".formatted(count, ms(p50), ms(p99), ms(max));
  }
}
