package dev.bullpen.testkit;

import java.util.Locale;

/** How much the fault tests repeat: {@code -Dbullpen.faults.size=ci} (default) or {@code full}. */
public enum Size {
  /** Fits a small machine. */
  CI,
  /** The size of the promise. */
  FULL;

  /** The size asked for. */
  public static Size asked() {
    return valueOf(System.getProperty("bullpen.faults.size", "ci").toUpperCase(Locale.ROOT));
  }

  /** One of the two, by the size asked for. */
  public static int repeat(int ci, int full) {
    return asked() == FULL ? full : ci;
  }
}
