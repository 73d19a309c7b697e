package dev.bullpen.server.log;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Logs the first few of something that a client can do without end, then every tenfold of them,
 * with the count.
 */
public final class Sparingly {
  private static final long ALL_UP_TO = 5;
  private static final long FACTOR = 10;

  private final AtomicLong count = new AtomicLong();

  public void log(Logger log, Level level, String what) {
    long now = count.incrementAndGet();
    if (isTold(now)) {
      log.log(level, told(what, now));
    }
  }

  /** A defect of ours, with where it is. */
  public void log(Logger log, Level level, String what, Throwable defect) {
    long now = count.incrementAndGet();
    if (isTold(now)) {
      log.log(level, told(what, now), defect);
    }
  }

  private static boolean isTold(long now) {
    return now <= ALL_UP_TO || isPowerOfTen(now);
  }

  private static String told(String what, long now) {
    return now <= ALL_UP_TO ? what : "%s (%d like it so far)".formatted(what, now);
  }

  private static boolean isPowerOfTen(long number) {
    long rest = number;
    while (rest % FACTOR == 0) {
      rest /= FACTOR;
    }
    return rest == 1;
  }
}
