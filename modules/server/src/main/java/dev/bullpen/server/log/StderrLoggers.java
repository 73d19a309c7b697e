package dev.bullpen.server.log;

import java.lang.System.Logger;
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

  @Override
  public Logger getLogger(String name, Module module) {
    return loggers.computeIfAbsent(name, known -> new StderrLogger(known, log));
  }
}
