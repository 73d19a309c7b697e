package dev.bullpen.pool.job;

import java.util.HashMap;
import java.util.Map;

/**
 * How much of a limited resource each principal holds. Below the limit, every principal may take
 * more. Above it, only a principal that holds less than an equal share may, until all together hold
 * twice the limit.
 *
 * <p>Not thread-safe.
 */
public final class Shares {
  private static final int TIMES = 2;

  private final int limit;
  private final Map<String, Integer> held = new HashMap<>();
  private int all;

  public Shares(int limit) {
    this.limit = limit;
  }

  /** How much all principals hold together. */
  public int all() {
    return all;
  }

  /** Whether a principal may take one more. */
  public boolean hasRoom(String principal) {
    if (all < limit) {
      return true;
    }
    int holders = held.size() + (held.containsKey(principal) ? 0 : 1);
    return all < TIMES * limit && held.getOrDefault(principal, 0) < limit / holders;
  }

  /** Add one to a principal's share, without a check. */
  public void add(String principal) {
    held.merge(principal, 1, Integer::sum);
    all++;
  }

  /** Take one from a principal's share, which must not be zero. */
  public void remove(String principal) {
    held.compute(principal, (same, now) -> now == null || now == 1 ? null : now - 1);
    all--;
  }
}
