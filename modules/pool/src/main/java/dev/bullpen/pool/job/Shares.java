package dev.bullpen.pool.job;

import java.util.HashMap;
import java.util.Map;

/**
 * What principals hold of something scarce. Up to a limit, whoever comes has it. Beyond it only a
 * principal has more that holds less than an equal part, until all together hold twice the limit.
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

  /** How much all principals hold. */
  public int all() {
    return all;
  }

  /** Whether a principal may hold one more. */
  public boolean hasRoom(String principal) {
    if (all < limit) {
      return true;
    }
    int holders = held.size() + (held.containsKey(principal) ? 0 : 1);
    return all < TIMES * limit && held.getOrDefault(principal, 0) < limit / holders;
  }

  /** A principal holds one more, whether it may or not. */
  public void add(String principal) {
    held.merge(principal, 1, Integer::sum);
    all++;
  }

  /** A principal, which holds some, holds one less. */
  public void remove(String principal) {
    held.compute(principal, (same, now) -> now == null || now == 1 ? null : now - 1);
    all--;
  }
}
