package dev.bullpen.project.watch;

import dev.bullpen.project.catalog.WatchedFolders;
import java.io.IOException;

/** Tells that something in the folders of a project has changed. For one thread. */
interface FolderEvents extends AutoCloseable {

  /** A way of noticing. */
  interface Source {
    /**
     * Begin; whatever changes from now on is told.
     *
     * @throws IOException if the folders cannot be noticed in this way
     */
    FolderEvents open(WatchedFolders folders) throws IOException;
  }

  /**
   * Wait for a change.
   *
   * @param nanos at most that long
   * @return whether there was one
   */
  boolean await(long nanos) throws InterruptedException;

  /**
   * Take in the folders that have come and let go of those that went. What changes in them after
   * this is told, so a reading after it misses nothing.
   *
   * @throws IOException if the folders can be noticed in this way no longer
   */
  void renew() throws IOException;

  /** Whether every folder is noticed; false when there are too many to look at. */
  boolean isComplete();

  @Override
  void close() throws IOException;
}
