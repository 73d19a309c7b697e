package dev.bullpen.server.log;

import dev.bullpen.posix.log.LogEvent;
import dev.bullpen.posix.log.LogOutput;
import dev.bullpen.posix.log.LogQueue;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;

/**
 * Lines for standard error or a file: a client that does not read its server's errors stalls
 * nobody.
 */
final class StderrLog {
  /** The environment variable that says from which level on lines are written. */
  static final String LEVEL = "BULLPEN_LOG_LEVEL";

  private final Level threshold;
  private final LogQueue lines;

  StderrLog(Level threshold, LogOutput output) {
    this.threshold = threshold;
    this.lines = new LogQueue("stderr writer", output);
    lines.begin();
  }

  boolean takes(Level level) {
    return level.getSeverity() >= threshold.getSeverity();
  }

  /**
   * @param thrown null if nothing was
   */
  void add(Level level, String name, LogEvent event, Throwable thrown) {
    lines.add(level, name, event, Optional.ofNullable(thrown));
  }

  /** See {@link LogQueue#awaitWritten}. */
  boolean awaitWritten(Duration patience) {
    return lines.awaitWritten(patience);
  }
}
