package dev.bullpen.server.call;

import dev.bullpen.server.client.Principal;
import java.util.HashMap;
import java.util.Map;

/** The same rate for each principal. */
public final class RateLimits {
  /** Far more principals than a server has. Beyond that, full buckets are dropped. */
  private static final int MANY = 1024;

  private final Object limitsLock = new Object();

  private final int perSecond;
  private final Map<Principal, RateLimit> limits = new HashMap<>();

  /**
   * @param perSecond over time, and twice as many at once; 0 for no limit
   */
  public RateLimits(int perSecond) {
    this.perSecond = perSecond;
  }

  public boolean tryTake(Principal principal) {
    return perSecond == 0 || of(principal).tryTake();
  }

  private RateLimit of(Principal principal) {
    long now = System.nanoTime();
    synchronized (limitsLock) {
      if (limits.size() >= MANY) {
        limits.values().removeIf(limit -> limit.isFull(now));
      }
      return limits.computeIfAbsent(principal, first -> RateLimit.perSecond(perSecond, now));
    }
  }
}
