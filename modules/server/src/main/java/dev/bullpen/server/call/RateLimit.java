package dev.bullpen.server.call;

import java.time.Duration;

/** A token bucket: so many at once, and more over time. No caller waits in it. */
public final class RateLimit {
  private static final int SECONDS_OF_BURST = 2;

  private final Object rateLock = new Object();

  private final long nanosPerToken;
  private final long burstNanos;
  private long emptyAt;

  private RateLimit(long nanosPerToken, int burst, long now) {
    this.nanosPerToken = nanosPerToken;
    this.burstNanos = nanosPerToken * burst;
    this.emptyAt = now - burstNanos;
  }

  /** So many a second over time, and twice as many at once. */
  public static RateLimit perSecond(int tokens, long now) {
    return new RateLimit(Duration.ofSeconds(1).toNanos() / tokens, tokens * SECONDS_OF_BURST, now);
  }

  /**
   * So many at once, and as many again over each minute.
   *
   * @param tokens 0 for no limit
   */
  public static RateLimit perMinute(int tokens, long now) {
    return tokens == 0
        ? new RateLimit(0, 0, now)
        : new RateLimit(Duration.ofMinutes(1).toNanos() / tokens, tokens, now);
  }

  /** Whether it is full, so that a new limit would allow the same. */
  public boolean isFull(long now) {
    synchronized (rateLock) {
      return now - emptyAt >= burstNanos;
    }
  }

  public boolean tryTake() {
    return take(System.nanoTime()) == 0;
  }

  /**
   * @param now on the clock of {@link System#nanoTime}
   * @return how many nanoseconds until there is one; 0 if it has been taken
   */
  public long take(long now) {
    synchronized (rateLock) {
      return take(now, 0);
    }
  }

  /**
   * Take a token, if more than {@code kept} are there.
   *
   * @param kept how many tokens must be left then
   */
  public long take(long now, int kept) {
    synchronized (rateLock) {
      // The bucket's content is the time since the moment at which it would have been empty, at
      // most a burst.
      long from = now - emptyAt > burstNanos ? now - burstNanos : emptyAt;
      long wait = from + nanosPerToken * (1 + kept) - now;
      if (wait > 0) {
        return wait;
      }
      emptyAt = from + nanosPerToken;
      return 0;
    }
  }
}
