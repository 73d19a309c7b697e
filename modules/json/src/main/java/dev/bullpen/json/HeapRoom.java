package dev.bullpen.json;

/**
 * Whether the heap has room for something large. Who would use it up ends the whole server, so he
 * asks before.
 *
 * <p>What looks used may be garbage. Only when there seems to be no room is that found out, by a
 * full collection, which takes no longer than the one that would come all the same.
 */
public final class HeapRoom {
  /**
   * So much is left to everybody else: a tenth, for what is being read, answered and told at the
   * same time.
   */
  private static final long LEFT_TO_OTHERS = Runtime.getRuntime().maxMemory() / 10;

  private HeapRoom() {}

  /** Whether so much more can be had, and others have some left. */
  public static boolean has(long bytes) {
    if (left() >= bytes + LEFT_TO_OTHERS) {
      return true;
    }
    System.gc();
    return left() >= bytes + LEFT_TO_OTHERS;
  }

  private static long left() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
  }
}
