package dev.bullpen.server.log;

import dev.bullpen.json.TextCut;
import dev.bullpen.posix.log.LogEvent;
import java.lang.System.Logger;
import java.text.MessageFormat;
import java.util.Arrays;
import java.util.ResourceBundle;

/** One name's view of the log. */
record StderrLogger(String name, StderrLog log) implements Logger {
  /** A screen or two of a compiler's complaints; what clients and scripts say has no end. */
  private static final int MOST_CHARS = 16 * 1024;

  @Override
  public String getName() {
    return name;
  }

  @Override
  public boolean isLoggable(Level level) {
    return log.takes(level);
  }

  @Override
  public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
    if (isLoggable(level)) {
      log.add(level, name, new LogEvent(bounded(String.valueOf(message))), thrown);
    }
  }

  @Override
  public void log(Level level, ResourceBundle bundle, String format, Object... values) {
    if (isLoggable(level)) {
      boolean plain = values == null || values.length == 0;
      String message = plain ? format : MessageFormat.format(format, texts(values));
      log.add(level, name, new LogEvent(bounded(message)), null);
    }
  }

  @Override
  public void log(Level level, Object said) {
    if (isLoggable(level)) {
      log.add(
          level,
          name,
          said instanceof LogEvent event ? event : new LogEvent(bounded(String.valueOf(said))),
          null);
    }
  }

  private static String bounded(String text) {
    return text.length() <= MOST_CHARS
        ? text
        : TextCut.first(text, MOST_CHARS) + "... (%d characters)".formatted(text.length());
  }

  /** A pid is looked for as it is, without a mark between thousands. */
  private static Object[] texts(Object[] values) {
    return Arrays.stream(values).map(String::valueOf).toArray();
  }
}
