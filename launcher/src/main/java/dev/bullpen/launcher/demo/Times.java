package dev.bullpen.launcher.demo;

import java.time.Duration;
import java.util.Locale;

/** Durations for people. */
final class Times {
  private Times() {}

  /** Three digits at most until it takes seconds: 0.4 ms, 14 ms, 1.2 s. */
  static String text(Duration time) {
    double ms = time.toNanos() / 1e6;
    if (ms < 9.95) {
      return String.format(Locale.ROOT, "%.1f ms", ms);
    }
    if (ms < 999.5) {
      return String.format(Locale.ROOT, "%.0f ms", ms);
    }
    return String.format(Locale.ROOT, "%.1f s", ms / 1000);
  }
}
