package dev.bullpen.helper.job;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.DescriptorOutput;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.log.LogEvent;
import dev.bullpen.posix.log.LogOutput;
import dev.bullpen.posix.log.LogQueue;
import dev.bullpen.posix.proc.Self;
import java.io.PrintStream;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A helper's own lines in the server's log. Logging never waits. */
public final class HelperLog {
  private static final String LOGGER = "bullpen.helper";

  /** How long the last lines may take, as nothing may read them. */
  private static final Duration LAST_WORDS = Duration.ofMillis(200);

  private static final int STDERR = 2;

  private static final Object LOCK = new Object();

  // Guarded by LOCK. The helper's own variables, as a provider may see others later.
  private static Map<String, String> environment = Map.of();
  private static PrintStream errors = System.err;

  private static Optional<LogQueue> lines = Optional.empty();

  private HelperLog() {}

  /** Called once, before any line is logged. */
  public static void begin(Map<String, String> own) {
    PrintStream copy = copyOfErrorOutput();
    synchronized (LOCK) {
      environment = own;
      errors = copy;
    }
  }

  /** While a provider runs, descriptor 2 is its error output. A copy stays the server's. */
  private static PrintStream copyOfErrorOutput() {
    try {
      return new PrintStream(new DescriptorOutput(Descriptor.of(STDERR).duplicate()));
    } catch (PosixException e) {
      return System.err; // no descriptor is left
    }
  }

  public static void warn(String message) {
    write(Level.WARNING, message, Optional.empty());
  }

  public static void fail(String message, Throwable thrown) {
    write(Level.ERROR, message, Optional.of(thrown));
  }

  private static void write(Level level, String message, Optional<Throwable> thrown) {
    LogEvent event = new LogEvent("helper with pid %d: %s".formatted(Self.pid(), message));
    lines().add(level, LOGGER, event, thrown);
  }

  private static LogQueue lines() {
    synchronized (LOCK) {
      if (lines.isEmpty()) {
        lines = Optional.of(new LogQueue("helper log", LogOutput.of(environment, errors)));
      }
      return lines.get();
    }
  }

  /** Wait a short time until the lines are written, as this process ends. */
  public static void awaitWritten() {
    Optional<LogQueue> begun;
    synchronized (LOCK) {
      begun = lines;
    }
    begun.ifPresent(queue -> queue.awaitWritten(LAST_WORDS));
  }
}
