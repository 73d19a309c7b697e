package dev.bullpen.server;

import java.util.concurrent.TimeUnit;

/** A token bucket: so many a second over time, and twice as many at once. Nobody waits in it. */
final class RateLimit {
  private static final int SECONDS_OF_BURST = 2;

  private final long nanosPerToken;
  private final long burstNanos;
  private long emptyAt;

  RateLimit(int perSecond) {
    this(perSecond, System.nanoTime());
  }

  RateLimit(int perSecond, long now) {
    this.nanosPerToken = TimeUnit.SECONDS.toNanos(1) / perSecond;
    this.burstNanos = nanosPerToken * perSecond * SECONDS_OF_BURST;
    this.emptyAt = now - burstNanos;
  }

  boolean tryTake() {
    return tryTake(System.nanoTime());
  }

  /**
   * Take a token.
   *
   * @param now on the clock of {@link System#nanoTime}
   */
  synchronized boolean tryTake(long now) {
    // The bucket's content is the time since the moment it would have been empty, at most a burst.
    long from = now - emptyAt > burstNanos ? now - burstNanos : emptyAt;
    if (from + nanosPerToken - now > 0) {
      return false;
    }
    emptyAt = from + nanosPerToken;
    return true;
  }
}
