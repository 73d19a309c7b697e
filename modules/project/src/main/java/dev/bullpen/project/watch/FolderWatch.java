package dev.bullpen.project.watch;

import dev.bullpen.project.catalog.WatchedFolders;
import dev.bullpen.project.file.Warnings;
import java.io.IOException;
import java.time.Duration;

/**
 * Waits until something in the folders of a project changes: by the reports of a source, and after
 * that fails, by polling, until the source works again. Not thread-safe. Times are on the clock of
 * {@link System#nanoTime}.
 */
final class FolderWatch implements AutoCloseable {
  /** The first retry: a descriptor may be free again, or the project folder may be back. */
  static final Duration SOONEST = Duration.ofMinutes(1);

  /**
   * The longest time between retries, because a try may cost as much as many polls, and a limit may
   * be permanent.
   */
  static final Duration LATEST = Duration.ofHours(1);

  private final WatchedFolders folders;
  private final Source source;
  private final Warnings warnings;

  @SuppressWarnings("NullAway.Init") // opened right after
  private Events events;

  private boolean isPolling;
  private long lastTry;
  private Duration pause = SOONEST;
  private boolean isIncompleteLogged;

  /** Starts a watch. Every later change is reported. */
  interface Source {
    Events open(WatchedFolders folders) throws IOException;
  }

  interface Events extends AutoCloseable {
    /** Wait for a change for at most this many nanoseconds; returns whether there was one. */
    boolean await(long nanos) throws InterruptedException;

    /**
     * Watch new folders, and stop watching those that have gone. Later changes in them are
     * reported, so a reading after this misses nothing.
     *
     * @throws IOException if the folders can no longer be watched this way
     */
    default void renew() throws IOException {}

    /** Whether a folder may have come or gone since the last renewal. */
    default boolean mayHaveMoved() {
      return false;
    }

    /** Whether every folder is watched; false if there are too many. */
    boolean isComplete();

    @Override
    default void close() throws IOException {}
  }

  private FolderWatch(WatchedFolders folders, Source source, Warnings warnings) {
    this.folders = folders;
    this.source = source;
    this.warnings = warnings;
  }

  static FolderWatch open(WatchedFolders folders, Source source, Warnings warnings) {
    FolderWatch watch = new FolderWatch(folders, source, warnings);
    try {
      watch.events = source.open(folders);
    } catch (IOException e) {
      watch.poll(e);
    }
    watch.warnIfIncomplete();
    return watch;
  }

  boolean await(long nanos) throws InterruptedException {
    return events.await(nanos);
  }

  /** As {@link Events#renew}. Afterwards everything is watched or polled. */
  void renew() {
    try {
      events.renew();
    } catch (IOException e) {
      close();
      poll(e);
    }
    warnIfIncomplete();
  }

  /** Retry the source if it is time; true if it works, and a change may have been missed. */
  boolean returnToNotices(long now) {
    if (!isPolling || now - lastTry < pause.toNanos()) {
      return false;
    }
    lastTry = now;
    pause = pause.compareTo(LATEST.dividedBy(2)) < 0 ? pause.multipliedBy(2) : LATEST;
    try {
      Events notices = source.open(folders);
      close();
      events = notices;
      isPolling = false;
      warnings.add("The system reports changes in %s again.".formatted(folders.root()));
      return true;
    } catch (IOException e) {
      return false; // the reason has been logged
    }
  }

  boolean mayHaveMoved() {
    return events.mayHaveMoved();
  }

  boolean isComplete() {
    return events.isComplete();
  }

  @Override
  public void close() {
    try {
      events.close();
    } catch (IOException e) {
      warnings.add("The watch of %s was not closed: %s.".formatted(folders.root(), e));
    }
  }

  private void poll(IOException reason) {
    events = new FolderPoll(folders);
    isPolling = true;
    lastTry = System.nanoTime();
    warnings.add(
        "Polling %s every second, because the system does not report changes there: %s. If a limit is the reason, raise fs.inotify.max_user_watches or fs.inotify.max_user_instances (sysctl)."
            .formatted(folders.root(), reason));
  }

  private void warnIfIncomplete() {
    if (!isIncompleteLogged && !isComplete()) {
      isIncompleteLogged = true;
      warnings.add(
          "Not every change in %s is noticed: it has more than %d files and folders, or they cannot be read. Move files that are not part of the project elsewhere, or into a folder whose name starts with a dot."
              .formatted(folders.root(), WatchedFolders.MAX_ENTRIES));
    }
  }
}
