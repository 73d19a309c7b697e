package dev.bullpen.helper.folder;

import dev.bullpen.helper.log.HelperLog;
import dev.bullpen.posix.PrivateFolder;
import dev.bullpen.posix.thread.DaemonThread;
import dev.bullpen.posix.thread.NoThreadException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Removes what was moved aside, on a thread of its own that lives as long as there is something: it
 * may be an immense tree, and jobs go on meanwhile. What is left of it when the helper ends is the
 * pool's to remove.
 */
final class Removals {
  private final Deque<Path> waiting = new ArrayDeque<>(); // guarded by itself
  private boolean removing; // guarded by waiting
  private volatile boolean failed;

  /** A folder, or whatever a job has put in its place; links are not followed. */
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
    } catch (NoThreadException e) { // it waits for the next, or for the end of this helper
      synchronized (waiting) {
        removing = false;
      }
    }
  }

  /** Whether something is left that cannot be removed. */
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
    } catch (IOException | RuntimeException e) {
      failed = true;
      HelperLog.warn("temporary files of a job cannot be removed: " + e);
    }
  }
}
