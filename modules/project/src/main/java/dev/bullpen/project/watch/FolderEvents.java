package dev.bullpen.project.watch;

import dev.bullpen.project.catalog.WatchedFolders;
import java.io.IOException;

/** Waits until something in the folders of a project has changed. For one thread. */
interface FolderEvents extends AutoCloseable {

  /** Begins to watch; every change from then on is reported. */
  interface Source {
    FolderEvents open(WatchedFolders folders) throws IOException;
  }

  /** Wait for a change, at most so many nanoseconds; whether there was one. */
  boolean await(long nanos) throws InterruptedException;

  /**
   * Take in the folders that have come and let go of those that went. Changes in them after this
   * are reported, so a reading after it misses nothing.
   *
   * @throws IOException if the folders can no longer be watched in this way
   */
  void renew() throws IOException;

  /** Whether every folder is watched; false when there are too many. */
  boolean isComplete();

  @Override
  void close() throws IOException;
}
