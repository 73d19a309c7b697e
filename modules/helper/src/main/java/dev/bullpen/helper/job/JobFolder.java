package dev.bullpen.helper.job;

import dev.bullpen.posix.PrivateFolder;
import dev.bullpen.posix.thread.DaemonThread;
import dev.bullpen.posix.thread.NoThreadException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * The folder for temporary files of the job that runs. It always has the same path, and is empty
 * when a job starts, whatever the job before has done to it.
 *
 * <p>What a job leaves is moved aside, which takes the same short time for one file as for a
 * million. It is removed while no job waits.
 */
public final class JobFolder {
  /** The pool uses the same name. */
  private static final String NAME = "job";

  private final Path room;
  private final PrivateFolder folder;
  private final Removals removals = new Removals();
  private long moved;

  /**
   * Make it, or empty it, in a folder that only its owner can enter. The pool removes that folder.
   */
  JobFolder(Path room) throws IOException {
    this.room = room;
    this.folder = new PrivateFolder(room.resolve(NAME));
    renew();
  }

  public Path path() {
    return folder.path();
  }

  /** Whether the next job can certainly use it as it is. */
  boolean isIntact() {
    return folder.isAsMade() && !removals.haveFailed();
  }

  /** Empty it, when no process is left that could put anything there; false if that fails. */
  boolean clear() {
    try {
      renew();
      return !removals.haveFailed();
    } catch (IOException e) {
      HelperLog.warn("temporary files of a job cannot be removed: " + e);
      return false;
    }
  }

  private void renew() throws IOException {
    if (!folder.isAsMade()) {
      Path aside = room.resolve("old-" + moved++);
      try {
        Files.move(folder.path(), aside, StandardCopyOption.ATOMIC_MOVE);
        removals.add(aside);
      } catch (NoSuchFileException e) {
        // The job has removed it.
      }
      PrivateFolder.make(folder.path());
    }
  }

  /**
   * Removes what was moved aside, on a thread that lives as long as there is something to remove.
   * It may be an immense tree, and jobs go on meanwhile. The pool removes what is left when the
   * helper ends.
   */
  private static final class Removals {
    private final Deque<Path> waiting = new ArrayDeque<>(); // guarded by itself
    private boolean removing; // guarded by waiting
    private volatile boolean failed;

    /** Takes a folder, or whatever a job has put in its place. Links are not followed. */
    void add(Path path) {
      synchronized (waiting) {
        waiting.add(path);
        if (removing) {
          return;
        }
        removing = true;
      }
      try {
        new DaemonThread("removals", this::run).start();
      } catch (NoThreadException e) { // removed with the next, or at the end of this helper
        synchronized (waiting) {
          removing = false;
        }
      }
    }

    boolean haveFailed() {
      return failed;
    }

    private void run() {
      for (Optional<Path> next = next(); next.isPresent(); next = next()) {
        remove(next.get());
      }
    }

    private Optional<Path> next() {
      synchronized (waiting) {
        removing = !waiting.isEmpty();
        return Optional.ofNullable(waiting.poll());
      }
    }

    private void remove(Path path) {
      try {
        new PrivateFolder(path).remove();
      } catch (IOException | RuntimeException | Error e) {
        failed = true;
        HelperLog.warn("temporary files of a job cannot be removed: " + e);
      }
    }
  }
}
