package dev.bullpen.server.client;

import java.util.HashMap;
import java.util.Map;

/**
 * A limited amount, mostly bytes of the heap, that principals share. One may hold at most twice
 * what is left then. So one alone may hold two thirds. However many there are, something is left
 * for one more.
 */
public final class SharedBudget {
  private static final int TIMES_WHAT_IS_LEFT = 2;

  private final long most;

  private final Object heldLock = new Object();

  // Guarded by the lock.
  private final Map<String, Long> held = new HashMap<>();
  private long all;

  /**
   * @param most of all principals together
   */
  public SharedBudget(long most) {
    this.most = most;
  }

  /** Bytes, so many that they are this part of the heap. */
  public static SharedBudget ofHeap(int part) {
    return new SharedBudget(Runtime.getRuntime().maxMemory() / part);
  }

  /** The same as {@link #grow} for something of which nothing is held yet. */
  public boolean take(String principal, long more) {
    return grow(principal, 0, more);
  }

  /**
   * Let a principal hold more of something. If nothing else is held at all, it fits, whatever its
   * size.
   *
   * @param before how much of it is held already
   * @return false if the principal can hold no more now; nothing has changed then
   */
  public boolean grow(String principal, long before, long more) {
    synchronized (heldLock) {
      long own = held.getOrDefault(principal, 0L) + more;
      boolean fits = all == before || own <= TIMES_WHAT_IS_LEFT * (most - all - more);
      if (fits && more > 0) {
        held.put(principal, own);
        all += more;
      }
      return fits;
    }
  }

  /**
   * @param less of what the principal holds
   */
  public void giveBack(String principal, long less) {
    synchronized (heldLock) {
      held.computeIfPresent(principal, (same, own) -> own == less ? null : own - less);
      all -= less;
    }
  }

  /** Pass something on from one principal to another, however much either may hold. */
  public void pass(String from, String to, long amount) {
    synchronized (heldLock) {
      giveBack(from, amount);
      held.merge(to, amount, Long::sum);
      all += amount;
    }
  }

  /** How much all principals hold together. */
  public long held() {
    synchronized (heldLock) {
      return all;
    }
  }
}
