package dev.bullpen.testkit;

import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How much the fault tests repeat: {@code -Dbullpen.faults.size=ci} (default), {@code quick} or
 * {@code full}.
 */
public enum Size {
  /** Of several things that show the same, one. */
  QUICK,
  /** Fits a small machine. */
  CI,
  /** The size of the promise. */
  FULL;

  /** The size asked for. */
  public static Size asked() {
    return valueOf(System.getProperty("bullpen.faults.size", "ci").toUpperCase(Locale.ROOT));
  }

  /** One of the two, by the size asked for: the first at less than full size. */
  public static int repeat(int ci, int full) {
    return asked() == FULL ? full : ci;
  }

  /**
   * What a test is given, one by one: all at full size, the first {@code ci} of them at less, and
   * the very first in the quick loop.
   */
  @SafeVarargs
  public static <T> Stream<T> first(int ci, T... all) {
    int count = asked() == QUICK ? 1 : repeat(ci, all.length);
    return IntStream.range(0, count).mapToObj(i -> all[i]);
  }
}
