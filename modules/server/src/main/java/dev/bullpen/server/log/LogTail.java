package dev.bullpen.server.log;

import dev.bullpen.posix.log.LogEvent;
import dev.bullpen.posix.log.LogFormat;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The last lines of the log, as they were logged, for {@code launcher logs}. Adding never waits:
 * when there are too many, the oldest go, whether they have been read or not.
 */
public final class LogTail {
  /** Some screens of lines. */
  public static final int MOST_LINES = 500;

  /** Of all lines. Few are long. */
  static final int MOST_CHARS = 256 * 1024;

  /** The trace of a deep stack is cut. */
  private static final int MOST_OF_TRACE = 8 * 1024;

  /**
   * A line of the log.
   *
   * @param number one more than that of the line before it
   * @param trace of what was thrown; may be empty
   */
  public record Line(
      long number, Instant time, Level level, String logger, LogEvent event, String trace) {
    /** An object with its end of line, as {@code BULLPEN_LOG_FORMAT=json} writes it. */
    public String json() {
      return LogFormat.JSON.line(time, level, logger, event, trace);
    }

    private int chars() {
      int chars = logger.length() + event.message().length() + trace.length();
      for (Object detail : event.details().values()) {
        chars += detail.toString().length();
      }
      return chars;
    }
  }

  private final ReentrantLock linesLock = new ReentrantLock();
  private final Condition added = linesLock.newCondition();
  private final Deque<Line> lines = new ArrayDeque<>();
  private long chars;
  private long last;

  void add(Level level, String logger, LogEvent event, String trace) {
    String end = trace.length() <= MOST_OF_TRACE ? trace : trace.substring(0, MOST_OF_TRACE);
    Instant now = Instant.now();
    linesLock.lock();
    try {
      last++;
      Line line = new Line(last, now, level, logger, event, end);
      lines.add(line);
      chars += line.chars();
      while (lines.size() > MOST_LINES || chars > MOST_CHARS && lines.size() > 1) {
        chars -= lines.remove().chars();
      }
      added.signalAll();
    } finally {
      linesLock.unlock();
    }
  }

  /** The lines after the one with that number, as far as they are still here, the oldest first. */
  public List<Line> after(long number) {
    linesLock.lock();
    try {
      return lines.stream().filter(line -> line.number() > number).toList();
    } finally {
      linesLock.unlock();
    }
  }

  /** The same, waiting at most that long for one. */
  public List<Line> awaitAfter(long number, long patienceMillis) throws InterruptedException {
    linesLock.lock();
    try {
      long left = TimeUnit.MILLISECONDS.toNanos(patienceMillis);
      while (last <= number && left > 0) {
        left = added.awaitNanos(left);
      }
      return after(number);
    } finally {
      linesLock.unlock();
    }
  }
}
