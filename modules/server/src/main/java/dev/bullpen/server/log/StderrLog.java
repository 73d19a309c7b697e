package dev.bullpen.server.log;

import dev.bullpen.posix.log.LogEvent;
import dev.bullpen.posix.log.LogOutput;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lines for standard error or a file, written by one thread: a client that does not read its
 * server's errors stalls nobody. When too many wait, new ones are dropped and counted.
 */
final class StderrLog {
  /** The environment variable that says from which level on lines are written. */
  static final String LEVEL = "BULLPEN_LOG_LEVEL";

  /** A screenful many times over. */
  private static final int CAPACITY = 1_000;

  private static final String LOGGER = "bullpen.log";

  private final Level threshold;
  private final LogOutput output;
  private final BlockingQueue<Runnable> writes = new ArrayBlockingQueue<>(CAPACITY);
  private final AtomicLong dropped = new AtomicLong();

  StderrLog(Level threshold, LogOutput output) {
    this.threshold = threshold;
    this.output = output;
    Thread thread = new Thread(this::write, "stderr writer");
    thread.setDaemon(true);
    thread.start();
  }

  boolean takes(Level level) {
    return level.getSeverity() >= threshold.getSeverity();
  }

  void add(Level level, String name, LogEvent event, Throwable thrown) {
    String trace = thrown == null ? "" : trace(thrown);
    Instant now = Instant.now();
    if (!writes.offer(() -> output.write(now, level, name, event, trace))) {
      dropped.incrementAndGet();
    }
  }

  private static String trace(Throwable thrown) {
    StringWriter trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace));
    return trace.toString();
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

  private void write() {
    try {
      while (true) {
        writes.take().run();
        long lost = dropped.getAndSet(0);
        if (lost > 0) {
          output.write(
              Instant.now(),
              Level.WARNING,
              LOGGER,
              new LogEvent("%d lines of the log were dropped: nobody read them".formatted(lost)),
              "");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
