package dev.bullpen.pool.view;

import java.time.Duration;
import java.util.Locale;

/** Formats a duration for people: {@code 0.8 s}. */
public final class Seconds {
  private static final double NANOS_PER_SECOND = 1e9;

  private Seconds() {}

  public static String of(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toNanos() / NANOS_PER_SECOND);
  }
}
