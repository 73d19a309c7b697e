package dev.bullpen.server.log;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.System.Logger.Level;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lines for standard error, written by one thread: a client that does not read its server's errors
 * stalls nobody. When too many wait, new ones are dropped and counted.
 */
public final class StderrLog {
  /** A screenful many times over. */
  private static final int CAPACITY = 1_000;

  private final Level threshold;
  private final BlockingQueue<Runnable> writes = new ArrayBlockingQueue<>(CAPACITY);
  private final AtomicLong dropped = new AtomicLong();

  StderrLog(String threshold) {
    this.threshold = level(threshold);
    Thread thread = new Thread(this::write, "stderr writer");
    thread.setDaemon(true);
    thread.start();
  }

  private static Level level(String word) {
    for (Level level : Level.values()) {
      if (level.name().equalsIgnoreCase(word)) {
        return level;
      }
    }
    return Level.INFO;
  }

  boolean takes(Level level) {
    return level.getSeverity() >= threshold.getSeverity();
  }

  void add(Level level, String name, String message, Throwable thrown) {
    StringBuilder line = new StringBuilder();
    line.append(level.name().toLowerCase(Locale.ROOT)).append(' ').append(name).append(": ");
    line.append(oneLine(message));
    if (thrown != null) {
      StringWriter trace = new StringWriter();
      thrown.printStackTrace(new PrintWriter(trace));
      line.append(System.lineSeparator()).append(trace);
    }
    Instant now = Instant.now();
    if (!writes.offer(() -> System.err.println(clock(now) + " " + line))) {
      dropped.incrementAndGet();
    }
  }

  /**
   * Wait until what has been added is written, when this process ends right after.
   *
   * @return false if that took too long: nobody reads, or too much waits
   */
  boolean awaitWritten(Duration patience) {
    CountDownLatch written = new CountDownLatch(1);
    try {
      return writes.offer(written::countDown)
          && written.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Text of scripts and clients comes in here: it may not look like a line of ours, nor move a
   * cursor.
   */
  public static String oneLine(String message) {
    StringBuilder safe = new StringBuilder(message.length());
    message
        .chars()
        .forEach(
            c -> {
              if (c == '\n') {
                safe.append("\\n");
              } else if (c >= 0x20 && c != 0x7f) {
                safe.append((char) c);
              }
            });
    return safe.toString();
  }

  /**
   * The JDK reads its time zones from a file when they are first asked for. If it has been moved
   * away by then, as an update may do, lines bear the time of UTC and say so.
   */
  private static String clock(Instant time) {
    Instant millis = time.truncatedTo(ChronoUnit.MILLIS);
    try {
      return LocalTime.ofInstant(millis, ZoneId.systemDefault()).toString();
    } catch (Error | DateTimeException noZones) {
      return LocalTime.ofInstant(millis, ZoneOffset.UTC) + "Z";
    }
  }

  private void write() {
    try {
      while (true) {
        writes.take().run();
        long lost = dropped.getAndSet(0);
        if (lost > 0) {
          System.err.println(
              "(" + lost + " lines of the log were dropped: nobody read them in time)");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
