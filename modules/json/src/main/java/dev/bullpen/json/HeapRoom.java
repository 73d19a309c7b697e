package dev.bullpen.json;

/**
 * Whether the heap has room for something large. A full heap ends the whole server, so code that
 * needs much memory checks first.
 *
 * <p>Memory that seems used may be garbage. Only when there seems to be no room does a full
 * collection find out. It takes no longer than the one that would come anyway.
 */
public final class HeapRoom {
  /** A tenth is kept for what is read and answered at the same time. */
  private static final long LEFT_TO_OTHERS = Runtime.getRuntime().maxMemory() / 10;

  private HeapRoom() {}

  /** Whether so many bytes more can be allocated, with some left for others. */
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
