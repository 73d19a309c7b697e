package dev.bullpen.project.file;

import dev.bullpen.posix.log.Cause;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Records files that a reading of the project could not read for a temporary reason: too many open
 * descriptors, or a network disk that does not answer. Such files must not count as absent.
 *
 * <p>The failure happens far below the reading, so it is recorded for the reading thread.
 */
public final class Unread {
  /** The JDK's message for links that lead in a circle. */
  private static final String JDK_LOOP = "symbolic link";

  // See limits.h(0p): on Linux a path has at most 4095 bytes, and each name in it 255.
  private static final int PATH_BYTES = 4095;
  private static final int NAME_BYTES = 255;

  private static final ThreadLocal<Unread> OF_THIS_READING = new ThreadLocal<>();

  private @Nullable String first; // null if everything was read

  public Unread() {}

  /** Record failures during a reading. */
  public <T> T during(Supplier<T> reading) {
    Unread around = OF_THIS_READING.get();
    OF_THIS_READING.set(this);
    try {
      return reading.get();
    } finally {
      OF_THIS_READING.set(around);
    }
  }

  /** The first failure, with its cause; empty if everything was read or does not exist. */
  public Optional<String> first() {
    return Optional.ofNullable(first);
  }

  static void note(IOException e) {
    Unread reading = OF_THIS_READING.get();
    if (reading != null && reading.first == null && passes(e)) {
      reading.first = "%s: %s".formatted(((FileSystemException) e).getFile(), Cause.of(e));
    }
  }

  /**
   * Whether an error is temporary. An error in a file or its permissions usually has its own
   * exception class. Any other error is temporary, unless no file can have the path. The path
   * behind a link is not known here.
   */
  private static boolean passes(IOException e) {
    return e.getClass() == FileSystemException.class
        && !isBelowFile(((FileSystemException) e).getFile())
        && !isTooLong(((FileSystemException) e).getFile())
        && !Cause.of(e).contains(JDK_LOOP);
  }

  private static boolean isBelowFile(@Nullable String file) {
    Path above = file == null ? null : Path.of(file).getParent();
    while (above != null && !Files.isRegularFile(above)) {
      above = above.getParent();
    }
    return above != null;
  }

  private static boolean isTooLong(@Nullable String file) {
    return file != null
        && (bytes(file) > PATH_BYTES
            || Arrays.stream(file.split("/")).anyMatch(name -> bytes(name) > NAME_BYTES));
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
