package dev.bullpen.helper;

import dev.bullpen.posix.PrivateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Removes what was moved aside, on a thread of its own that starts with the first: it may be an
 * immense tree, and jobs go on meanwhile. What is left of it when the helper ends is the pool's to
 * remove.
 */
final class Removals {
  private final BlockingQueue<Path> waiting = new LinkedBlockingQueue<>();
  private volatile boolean failed;
  private boolean started;

  /** A folder, or whatever a job has put in its place; links are not followed. */
  void add(Path path) {
    waiting.add(path);
    if (!started) {
      started = true;
      Thread thread = new Thread(this::run, "removals");
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** Whether something is left that cannot be removed. */
  boolean haveFailed() {
    return failed;
  }

  private void run() {
    try {
      while (true) {
        remove(waiting.take());
      }
    } catch (InterruptedException e) {
      failed = true; // by nobody we know of; what waits stays
    }
  }

  private void remove(Path path) {
    try {
      if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        new PrivateFolder(path).remove();
      } else {
        Files.deleteIfExists(path);
      }
    } catch (IOException | RuntimeException e) {
      failed = true;
      System.err.println("helper: temporary files of a job cannot be removed: " + e);
    }
  }
}
