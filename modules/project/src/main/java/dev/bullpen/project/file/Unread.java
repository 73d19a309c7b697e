package dev.bullpen.project.file;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * What a reading could not read for a reason that passes: the process, or the system, has no more
 * descriptors, a disk in the network does not answer. It says nothing of what is there, so nobody
 * may take it for absence.
 *
 * <p>It is met far below whoever has to know, in places that have nothing to do with each other;
 * therefore it is noted by the thread, and by those that read beside it ({@link Aside}).
 */
public final class Unread {
  /** The JDK's own words for links that lead in a circle. */
  private static final String JDK_LOOP = "symbolic link";

  private static final ThreadLocal<Unread> OF_THIS_READING = new ThreadLocal<>();

  private final AtomicReference<String> first = new AtomicReference<>();

  /** Nothing yet. */
  public Unread() {}

  /** Note what is met while something is read. */
  public <T> T during(Supplier<T> reading) {
    Unread around = OF_THIS_READING.get();
    OF_THIS_READING.set(this);
    try {
      return reading.get();
    } finally {
      OF_THIS_READING.set(around);
    }
  }

  /** The first of it, with its cause; empty if everything was read, or is not there to be read. */
  public Optional<String> first() {
    return Optional.ofNullable(first.get());
  }

  /** The same work, which notes what it meets for the reading of the thread that calls this. */
  static <T> Supplier<T> noted(Supplier<T> work) {
    Unread reading = OF_THIS_READING.get();
    return reading == null ? work : () -> reading.during(work);
  }

  static void note(IOException e) {
    Unread reading = OF_THIS_READING.get();
    if (reading != null && passes(e)) {
      String file = ((FileSystemException) e).getFile();
      reading.first.compareAndSet(null, "%s: %s".formatted(file, Cause.of(e)));
    }
  }

  /**
   * What is wrong with a file itself, or its permissions, mostly has a class of its own, and so has
   * what we find wrong with it. All else is the system's trouble, but for a path that no file can
   * have.
   */
  private static boolean passes(IOException e) {
    return e.getClass() == FileSystemException.class
        && !isBelowFile(((FileSystemException) e).getFile())
        && !Cause.of(e).contains(JDK_LOOP)
        && !Cause.of(e).equals(TooLong.WORDS);
  }

  private static boolean isBelowFile(String file) {
    Path above = file == null ? null : Path.of(file).getParent();
    while (above != null && !Files.isRegularFile(above)) {
      above = above.getParent();
    }
    return above != null;
  }

  /**
   * How the system says, in the language of its user, that a path is longer than one may be: by its
   * length it cannot be told where a link leads to it.
   */
  private static final class TooLong {
    /** More than any system takes; Linux takes 4095 bytes. */
    private static final int BYTES = 65_536;

    static final String WORDS = words();

    private static String words() {
      try {
        Files.readAttributes(Path.of("x".repeat(BYTES)), BasicFileAttributes.class);
        return "";
      } catch (IOException e) {
        return Cause.of(e);
      }
    }
  }
}
