package dev.bullpen.fuzz;

import java.util.List;
import java.util.stream.IntStream;

/** How often a test repeats what chance decides: the full number of times with {@code -Pfull}. */
public final class Rounds {
  private static final boolean FULL = "full".equals(System.getProperty("bullpen.faults.size"));

  private Rounds() {}

  /** One of the two, by the size asked for. */
  public static int of(int usual, int full) {
    return FULL ? full : usual;
  }

  /** All of them at the full size, else the first and each that is so many places further on. */
  public static <T> List<T> every(int places, List<T> all) {
    return IntStream.range(0, all.size())
        .filter(i -> FULL || i % places == 0)
        .mapToObj(all::get)
        .toList();
  }
}
