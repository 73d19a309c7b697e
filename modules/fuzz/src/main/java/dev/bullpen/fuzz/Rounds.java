package dev.bullpen.fuzz;

/** How often a test repeats what chance decides: the full number of times with {@code -Pfull}. */
public final class Rounds {
  private static final boolean FULL = "full".equals(System.getProperty("bullpen.faults.size"));

  private Rounds() {}

  /** One of the two, by the size asked for. */
  public static int of(int usual, int full) {
    return FULL ? full : usual;
  }
}
