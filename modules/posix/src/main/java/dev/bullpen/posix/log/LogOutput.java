package dev.bullpen.posix.log;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.InterruptibleChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Where the lines of the log go: standard error, or the file that {@code BULLPEN_LOG_FILE} names. A
 * file that cannot be written is named on standard error, which has the lines until it can. For one
 * thread.
 */
public final class LogOutput {
  /** The environment variable that names a file. */
  public static final String VARIABLE = "BULLPEN_LOG_FILE";

  private static final String LOGGER = "bullpen.log";

  private final LogFormat format;
  private final Optional<LogFile> file;
  private final Optional<PrintStream> errors;
  private boolean failing;

  private LogOutput(LogFormat format, Optional<LogFile> file, Optional<PrintStream> errors) {
    this.format = format;
    this.file = file;
    this.errors = errors;
  }

  public static LogOutput of(Map<String, String> environment) {
    return of(environment, Optional.empty());
  }

  /** The same, with a stream in place of what {@link System#err} is at each line. */
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
      LogFile file = new LogFile(Path.of(named).toAbsolutePath());
      return new LogOutput(format, Optional.of(file), errors);
    } catch (InvalidPathException e) {
      LogOutput output = new LogOutput(format, Optional.empty(), errors);
      output.warn(VARIABLE + " is " + named + ", which the locale has no letters for");
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
      return Optional.empty(); // the server itself has warned of it
    }
  }

  /** Write a line; waits while standard error is not read, or a disk is slow. */
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

  private boolean tryWrite(LogFile into, byte[] line) {
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

  /**
   * A file that several processes append lines to, each by one write (O_APPEND). When it has been
   * moved or removed it is made anew, so that a log can be rotated; when it has been truncated,
   * lines go to its new end.
   */
  private static final class LogFile {
    private static final Set<StandardOpenOption> APPENDING =
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);

    private static final String OWNER_ONLY = "rw-------";

    private final Path path;
    private Optional<FileChannel> open = Optional.empty();
    private Optional<Object> identity = Optional.empty();

    LogFile(Path path) {
      this.path = path;
    }

    Path path() {
      return path;
    }

    void write(byte[] line) throws IOException {
      try {
        append(line);
      } catch (ClosedChannelException closed) {
        appendAnew(line);
      } catch (FileSystemException e) {
        throw new IOException(reason(e), e);
      }
    }

    /** An interrupt of the thread that writes closes the file; see {@link InterruptibleChannel}. */
    private void appendAnew(byte[] line) throws IOException {
      boolean interrupted = Thread.interrupted();
      try {
        append(line);
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }

    private void append(byte[] line) throws IOException {
      if (open.isEmpty() || !open.get().isOpen() || !Objects.equals(identity, identity())) {
        reopen();
      }
      ByteBuffer rest = ByteBuffer.wrap(line);
      while (rest.hasRemaining()) {
        open.get().write(rest); // all of it at once, unless the disk is full
      }
    }

    /** Of two of them the JDK gives only the name of a class. */
    private static String reason(FileSystemException e) {
      if (e instanceof NoSuchFileException) {
        return "its folder is not there";
      }
      return e instanceof AccessDeniedException ? "permission denied" : e.getReason();
    }

    private void reopen() throws IOException {
      if (open.isPresent()) {
        open.get().close();
        open = Optional.empty();
      }
      FileChannel channel =
          FileChannel.open(
              path,
              APPENDING,
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)));
      open = Optional.of(channel);
      identity = identity();
    }

    /** Device and inode of what is there now; empty if nothing is. */
    private Optional<Object> identity() throws IOException {
      try {
        return Optional.ofNullable(Files.readAttributes(path, BasicFileAttributes.class).fileKey());
      } catch (NoSuchFileException e) {
        return Optional.empty();
      }
    }
  }
}
