package dev.bullpen.server.log;

import dev.bullpen.json.TextCut;
import dev.bullpen.posix.log.LogEvent;
import dev.bullpen.posix.log.LogFormat;
import dev.bullpen.posix.log.LogOutput;
import dev.bullpen.posix.log.LogQueue;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.text.MessageFormat;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Sends the log of every module to standard error, or to the file that {@code BULLPEN_LOG_FILE}
 * names, a line each. {@code BULLPEN_LOG_LEVEL} (debug, info, warning, error, off; default info)
 * sets how much of it, and {@code BULLPEN_LOG_FORMAT} (text, json; default text) its form.
 */
public final class StderrLoggers extends System.LoggerFinder {
  private static final String LEVEL = "BULLPEN_LOG_LEVEL";

  /**
   * A screen or two of a compiler's complaints. Texts of clients and scripts may have any length.
   */
  private static final int MOST_CHARS = 16 * 1024;

  /** How long the last lines may take. They may be all that says why this process ends. */
  private static final Duration LAST_LINES = Duration.ofMillis(100);

  private final Map<String, Logger> loggers = new ConcurrentHashMap<>();
  private final Level threshold;
  private final LogQueue lines;
  private final LogTail tail = new LogTail();

  public StderrLoggers() {
    this(System.getenv());
  }

  StderrLoggers(Map<String, String> environment) {
    String level = environment.getOrDefault(LEVEL, "");
    String format = environment.getOrDefault(LogFormat.VARIABLE, "");
    Optional<Level> chosen = level(level);
    threshold = chosen.orElse(Level.INFO);
    lines = new LogQueue("stderr writer", LogOutput.of(environment));
    lines.begin();
    if (chosen.isEmpty() && !level.isEmpty()) {
      warn(LEVEL, level, "debug, info, warning, error or off", "info");
    }
    if (!format.isEmpty() && Stream.of("text", "json").noneMatch(format::equalsIgnoreCase)) {
      warn(LogFormat.VARIABLE, format, "text or json", "text");
    }
  }

  private void warn(String variable, String value, String wanted, String instead) {
    String message =
        "%s is \"%s\", but must be %s; %s is used".formatted(variable, value, wanted, instead);
    add(Level.WARNING, "bullpen.log", new LogEvent(message), Optional.empty());
  }

  private static Optional<Level> level(String word) {
    return Arrays.stream(Level.values())
        .filter(level -> level.name().equalsIgnoreCase(word))
        .findAny();
  }

  /** Log what ends a thread, before its end can be that of the process. */
  public static void logUncaught(Logger log) {
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, e) -> {
          log.log(Level.ERROR, "a defect in thread " + thread.getName(), e);
          awaitWritten();
        });
  }

  /** Wait a short time until the lines so far are written, as this process ends. */
  public static void awaitWritten() {
    if (System.LoggerFinder.getLoggerFinder() instanceof StderrLoggers ours) {
      ours.awaitLines(LAST_LINES);
    }
  }

  /** The last lines of this process's log; empty if another finder has replaced this one. */
  public static Optional<LogTail> tail() {
    return System.LoggerFinder.getLoggerFinder() instanceof StderrLoggers ours
        ? Optional.of(ours.tail)
        : Optional.empty();
  }

  private void add(Level level, String name, LogEvent event, Optional<Throwable> thrown) {
    lines.add(level, name, event, thrown);
    tail.add(level, name, event, thrown.map(LogQueue::trace).orElse(""));
  }

  boolean awaitLines(Duration patience) {
    return lines.awaitWritten(patience);
  }

  @Override
  public Logger getLogger(String name, Module module) {
    return loggers.computeIfAbsent(name, StderrLogger::new);
  }

  /** The log under one name. */
  private final class StderrLogger implements Logger {
    private final String name;

    StderrLogger(String name) {
      this.name = name;
    }

    @Override
    public String getName() {
      return name;
    }

    @Override
    public boolean isLoggable(Level level) {
      return level.getSeverity() >= threshold.getSeverity();
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
      add(level, new LogEvent(bounded(String.valueOf(message))), Optional.ofNullable(thrown));
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... values) {
      if (isLoggable(level)) {
        boolean plain = values == null || values.length == 0;
        String message = plain ? format : MessageFormat.format(format, texts(values));
        add(level, new LogEvent(bounded(message)), Optional.empty());
      }
    }

    @Override
    public void log(Level level, Object said) {
      add(
          level,
          said instanceof LogEvent event ? event : new LogEvent(bounded(String.valueOf(said))),
          Optional.empty());
    }

    private void add(Level level, LogEvent event, Optional<Throwable> thrown) {
      if (isLoggable(level)) {
        StderrLoggers.this.add(level, name, event, thrown);
      }
    }
  }

  private static String bounded(String text) {
    return text.length() <= MOST_CHARS
        ? text
        : TextCut.first(text, MOST_CHARS) + "... (%d characters)".formatted(text.length());
  }

  /** A pid is searched for as it is, so it has no marks between thousands. */
  private static Object[] texts(Object[] values) {
    return Arrays.stream(values).map(String::valueOf).toArray();
  }
}
