package dev.bullpen.helper.log;

import dev.bullpen.posix.Self;
import dev.bullpen.posix.log.LogEvent;
import dev.bullpen.posix.log.LogOutput;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Lines of a helper's own in the server's log, in the same form and the same file. */
public final class HelperLog {
  private static final String LOGGER = "bullpen.helper";

  /** The helper's own environment: later, a provider may be told another. */
  private static volatile Map<String, String> environment = Map.of();

  private static Optional<LogOutput> output = Optional.empty();

  private HelperLog() {}

  /** Say where lines go; once, before any. */
  public static void begin(Map<String, String> own) {
    environment = own;
  }

  public static void warn(String message) {
    write(Level.WARNING, message, "");
  }

  public static void fail(String message, Throwable thrown) {
    StringWriter trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace));
    write(Level.ERROR, message, trace.toString());
  }

  private static synchronized void write(Level level, String message, String trace) {
    if (output.isEmpty()) {
      output = Optional.of(LogOutput.of(environment));
    }
    LogEvent event = new LogEvent("helper with pid %d: %s".formatted(Self.pid(), message));
    output.get().write(Instant.now(), level, LOGGER, event, trace);
  }
}
