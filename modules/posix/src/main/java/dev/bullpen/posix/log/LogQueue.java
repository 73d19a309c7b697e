package dev.bullpen.posix.log;

import dev.bullpen.posix.thread.DaemonThread;
import dev.bullpen.posix.thread.NoThreadException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lines of a log, written by one thread. So no caller waits if standard error is not read, or if a
 * file cannot be written. When too many lines wait, new ones are dropped and counted.
 */
public final class LogQueue {
  private static final int CAPACITY = 1_000;

  private static final String LOGGER = "bullpen.log";

  private final String threadName;
  private final LogOutput output;
  private final BlockingQueue<Runnable> writes = new ArrayBlockingQueue<>(CAPACITY);
  private final AtomicLong dropped = new AtomicLong();

  private final Object threadLock = new Object();
  private boolean started;

  /** The first line starts the thread, unless {@link #begin} has. */
  public LogQueue(String threadName, LogOutput output) {
    this.threadName = threadName;
    this.output = output;
  }

  public void add(Level level, String logger, LogEvent event, Optional<Throwable> thrown) {
    String trace = thrown.map(LogQueue::trace).orElse("");
    Instant now = Instant.now();
    if (!writes.offer(() -> output.write(now, level, logger, event, trace))) {
      dropped.incrementAndGet();
    }
    begin();
  }

  /** A stack trace, as the JVM prints it. */
  public static String trace(Throwable thrown) {
    StringWriter trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace));
    return trace.toString();
  }

  /** Start the thread. If the system has none now, lines wait until it has. */
  public void begin() {
    synchronized (threadLock) {
      if (!started) {
        try {
          new DaemonThread(threadName, this::writeAll).start();
          started = true;
        } catch (NoThreadException e) {
          return; // the next line tries again
        }
      }
    }
  }

  /**
   * Wait until all lines so far are written; false if that takes longer, for instance because they
   * are not read.
   */
  public boolean awaitWritten(Duration patience) {
    synchronized (threadLock) {
      if (!started) {
        return writes.isEmpty();
      }
    }
    CountDownLatch written = new CountDownLatch(1);
    try {
      return writes.offer(written::countDown)
          && written.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void writeAll() {
    while (true) {
      try {
        writes.take().run();
        writeDropped();
      } catch (InterruptedException e) {
        continue; // by code of a project that interrupts every thread: lines are written all the
        // same
      } catch (RuntimeException | Error e) {
        // Such as for want of a class whose jar was overwritten: the next may be written.
        dropped.incrementAndGet();
      }
    }
  }

  private void writeDropped() {
    long lost = dropped.getAndSet(0);
    if (lost > 0) {
      String message =
          "%d lines of the log were dropped: nothing reads them, or they could not be written"
              .formatted(lost);
      output.write(Instant.now(), Level.WARNING, LOGGER, new LogEvent(message), "");
    }
  }
}
