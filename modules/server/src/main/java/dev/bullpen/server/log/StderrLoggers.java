package dev.bullpen.server.log;

import dev.bullpen.posix.log.LogEvent;
import dev.bullpen.posix.log.LogFormat;
import dev.bullpen.posix.log.LogOutput;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Sends the log of every module to standard error, or to the file that {@code BULLPEN_LOG_FILE}
 * names, a line each. {@code BULLPEN_LOG_LEVEL} (debug, info, warning, error, off; default info)
 * says how much of it, and {@code BULLPEN_LOG_FORMAT} (text, json; default text) in which form.
 */
public final class StderrLoggers extends System.LoggerFinder {
  private final Map<String, Logger> loggers = new ConcurrentHashMap<>();
  private final StderrLog log;

  /** For the service loader. */
  public StderrLoggers() {
    this(System.getenv());
  }

  StderrLoggers(Map<String, String> environment) {
    String level = environment.getOrDefault(StderrLog.LEVEL, "");
    String format = environment.getOrDefault(LogFormat.VARIABLE, "");
    Optional<Level> threshold = level(level);
    log = new StderrLog(threshold.orElse(Level.INFO), LogOutput.of(environment));
    if (threshold.isEmpty() && !level.isEmpty()) {
      warn(StderrLog.LEVEL, level, "debug, info, warning, error or off", "info");
    }
    if (!format.isEmpty() && Stream.of("text", "json").noneMatch(format::equalsIgnoreCase)) {
      warn(LogFormat.VARIABLE, format, "text or json", "text");
    }
  }

  private void warn(String variable, String value, String wanted, String instead) {
    String message =
        "%s is \"%s\", but must be %s; %s is used".formatted(variable, value, wanted, instead);
    log.add(Level.WARNING, "bullpen.log", new LogEvent(message), null);
  }

  private static Optional<Level> level(String word) {
    return Arrays.stream(Level.values())
        .filter(level -> level.name().equalsIgnoreCase(word))
        .findAny();
  }

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
