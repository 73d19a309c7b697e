package dev.bullpen.server.log;

import dev.bullpen.json.TextCut;
import dev.bullpen.posix.log.LogEvent;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Logs something that a client can do any number of times: the first few, then the tenth, the
 * hundredth and so on, with the count. Each message is cut to a few lines.
 */
public final class Sparingly {
  private static final long ALL_UP_TO = 5;
  private static final long FACTOR = 10;

  /** A few lines of a screen, as the text of a client may have any length. */
  private static final int MOST_CHARS = 500;

  private final AtomicLong count = new AtomicLong();

  public void log(Logger log, Level level, String what) {
    long now = count.incrementAndGet();
    if (isLogged(now)) {
      log.log(level, sentence(what, now));
    }
  }

  /** An event with details. Only its sentence is cut. */
  public void log(Logger log, Level level, LogEvent event) {
    long now = count.incrementAndGet();
    if (isLogged(now)) {
      log.log(level, new LogEvent(sentence(event.message(), now), event.details()));
    }
  }

  /** A defect of this server, with its stack trace. */
  public void log(Logger log, Level level, String what, Throwable defect) {
    long now = count.incrementAndGet();
    if (isLogged(now)) {
      log.log(level, sentence(what, now), defect);
    }
  }

  private static boolean isLogged(long now) {
    return now <= ALL_UP_TO || isPowerOfTen(now);
  }

  private static String sentence(String what, long now) {
    String shown = TextCut.dotted(what, MOST_CHARS);
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
