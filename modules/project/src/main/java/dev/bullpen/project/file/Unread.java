package dev.bullpen.project.file;

import dev.bullpen.posix.thread.DaemonThread;
import dev.bullpen.posix.thread.NoThreadException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
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

  private static final int PATH_BYTES = 4095;
  private static final int NAME_BYTES = 255;

  private static final ThreadLocal<Unread> OF_THIS_READING = new ThreadLocal<>();

  private final AtomicReference<String> first = new AtomicReference<>();

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
   * have; one that a link leads to is not known here.
   */
  private static boolean passes(IOException e) {
    return e.getClass() == FileSystemException.class
        && !isBelowFile(((FileSystemException) e).getFile())
        && !isTooLong(((FileSystemException) e).getFile())
        && !Cause.of(e).contains(JDK_LOOP);
  }

  private static boolean isBelowFile(String file) {
    Path above = file == null ? null : Path.of(file).getParent();
    while (above != null && !Files.isRegularFile(above)) {
      above = above.getParent();
    }
    return above != null;
  }

  /** See limits.h(0p): on Linux a path has 4095 bytes at most, and each name in it 255. */
  private static boolean isTooLong(String file) {
    return file != null
        && (bytes(file) > PATH_BYTES
            || Arrays.stream(file.split("/")).anyMatch(name -> bytes(name) > NAME_BYTES));
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /**
   * Work on a thread of its own, while the thread that began it does something else and then waits.
   */
  public static final class Aside<T> {
    private final FutureTask<T> work;

    private Aside(FutureTask<T> work) {
      this.work = work;
    }

    /**
     * Begin it; the thread ends with the work. Where there is none to be had, it is done at once.
     */
    public static <T> Aside<T> begin(String name, Supplier<T> work) {
      FutureTask<T> task = new FutureTask<>(Unread.noted(work)::get);
      try {
        new DaemonThread(name, task).start();
      } catch (NoThreadException e) {
        task.run();
      }
      return new Aside<>(task);
    }

    /** What came of it, or what it has thrown. An interrupt is kept for later. */
    public T await() {
      boolean interrupted = false;
      try {
        while (true) {
          try {
            return work.get();
          } catch (InterruptedException e) {
            interrupted = true; // half a catalog is none, and the work ends by itself
          } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
              throw error;
            }
            throw (RuntimeException) e.getCause();
          }
        }
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}
