package dev.bullpen.server.log;

import dev.bullpen.json.TextCut;
import dev.bullpen.posix.log.LogEvent;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Logs the first few of something that a client can do without end, then every tenfold of them,
 * with the count; and of what is said of each no more than a few lines.
 */
public final class Sparingly {
  private static final long ALL_UP_TO = 5;
  private static final long FACTOR = 10;

  /** A few lines of a screen; what a client sends has no end either. */
  private static final int MOST_CHARS = 500;

  private final AtomicLong count = new AtomicLong();

  public void log(Logger log, Level level, String what) {
    long now = count.incrementAndGet();
    if (isTold(now)) {
      log.log(level, told(what, now));
    }
  }

  /** An event with details, of which only the sentence is cut. */
  public void log(Logger log, Level level, LogEvent event) {
    long now = count.incrementAndGet();
    if (isTold(now)) {
      log.log(level, new LogEvent(told(event.message(), now), event.details()));
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
    String shown = what.length() <= MOST_CHARS ? what : TextCut.first(what, MOST_CHARS) + "...";
    return now <= ALL_UP_TO ? shown : "%s (%d like it so far)".formatted(shown, now);
  }

  private static boolean isPowerOfTen(long number) {
    long rest = number;
    while (rest % FACTOR == 0) {
      rest /= FACTOR;
    }
    return rest == 1;
  }
}
