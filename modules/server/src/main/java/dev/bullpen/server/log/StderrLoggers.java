package dev.bullpen.server.log;

import java.lang.System.Logger;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sends the log of every module to standard error, a line each. {@code BULLPEN_LOG_LEVEL} (debug,
 * info, warning, error; default info) says how much of it.
 */
public final class StderrLoggers extends System.LoggerFinder {
  private final Map<String, Logger> loggers = new ConcurrentHashMap<>();
  private final StderrLog log = new StderrLog(System.getenv("BULLPEN_LOG_LEVEL"));

  /** For the service loader. */
  public StderrLoggers() {}

  /** Wait, but not for long, until what has been logged is written: this process ends. */
  public static void awaitWritten(Duration patience) {
    if (System.LoggerFinder.getLoggerFinder() instanceof StderrLoggers ours) {
      ours.log.awaitWritten(patience);
    }
  }

  @Override
  public Logger getLogger(String name, Module module) {
    return loggers.computeIfAbsent(name, known -> new StderrLogger(known, log));
  }
}
