package dev.bullpen.posix.log;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Where the lines of the log go: standard error, or the file that {@code BULLPEN_LOG_FILE} names.
 * If that file cannot be written, standard error gets a warning, and the lines until it can. For
 * one thread.
 */
public final class LogOutput {
  /** The environment variable that names a file. */
  public static final String VARIABLE = "BULLPEN_LOG_FILE";

  private static final String LOGGER = "bullpen.log";

  private final LogFormat format;
  private final Optional<AppendedFile> file;
  private final Optional<PrintStream> errors;
  private boolean failing;

  private LogOutput(LogFormat format, Optional<AppendedFile> file, Optional<PrintStream> errors) {
    this.format = format;
    this.file = file;
    this.errors = errors;
  }

  public static LogOutput of(Map<String, String> environment) {
    return of(environment, Optional.empty());
  }

  /** The same, with a stream in place of the current {@link System#err}. */
  public static LogOutput of(Map<String, String> environment, PrintStream errors) {
    return of(environment, Optional.of(errors));
  }

  private static LogOutput of(Map<String, String> environment, Optional<PrintStream> errors) {
    LogFormat format = LogFormat.of(environment);
    String named = environment.getOrDefault(VARIABLE, "");
    if (named.isEmpty()) {
      return new LogOutput(format, Optional.empty(), errors);
    }
    try {
      AppendedFile file = new AppendedFile(Path.of(named).toAbsolutePath());
      return new LogOutput(format, Optional.of(file), errors);
    } catch (InvalidPathException e) {
      LogOutput output = new LogOutput(format, Optional.empty(), errors);
      output.warn(VARIABLE + " is " + named + ", which has letters that the locale lacks");
      return output;
    }
  }

  /** The file that an environment names, for a process that runs in another folder. */
  public static Optional<String> absolute(Map<String, String> environment) {
    String named = environment.getOrDefault(VARIABLE, "");
    try {
      return named.isEmpty()
          ? Optional.empty()
          : Optional.of(Path.of(named).toAbsolutePath().toString());
    } catch (InvalidPathException e) {
      return Optional.empty(); // the server itself warns of it
    }
  }

  /** Write a line. Waits while standard error is not read, or the disk is slow. */
  public void write(Instant time, Level level, String logger, LogEvent event, String trace) {
    byte[] line = bytes(format.line(time, level, logger, event, trace));
    if (file.isEmpty() || !tryWrite(file.get(), line)) {
      toStandardError(line);
    }
  }

  /** Write a line to standard error, and to the file if there is one. */
  public void writeToBoth(Level level, String logger, String message) {
    byte[] line = bytes(format.line(Instant.now(), level, logger, new LogEvent(message), ""));
    file.ifPresent(into -> tryWrite(into, line));
    toStandardError(line);
  }

  private boolean tryWrite(AppendedFile into, byte[] line) {
    try {
      into.write(line);
      failing = false;
      return true;
    } catch (IOException e) {
      if (!failing) {
        failing = true;
        warn(
            "the log file %s cannot be written (%s); lines come here until it can"
                .formatted(into.path(), e.getMessage()));
      }
      return false;
    }
  }

  private void warn(String message) {
    toStandardError(
        bytes(format.line(Instant.now(), Level.WARNING, LOGGER, new LogEvent(message), "")));
  }

  private static byte[] bytes(String line) {
    return line.getBytes(StandardCharsets.UTF_8);
  }

  private void toStandardError(byte[] line) {
    PrintStream stream = errors.orElse(System.err);
    stream.write(line, 0, line.length);
    stream.flush();
  }
}
