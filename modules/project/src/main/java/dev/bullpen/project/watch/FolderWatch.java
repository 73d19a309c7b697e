package dev.bullpen.project.watch;

import dev.bullpen.project.catalog.WatchedFolders;
import dev.bullpen.project.file.Warnings;
import java.io.IOException;
import java.time.Duration;

/**
 * Waits until something in the folders of a project has changed: by what a source reports and, from
 * the moment that fails, by polling, until the source works again. For one thread. Times are on the
 * clock of {@link System#nanoTime}.
 */
final class FolderWatch implements AutoCloseable {
  /** A descriptor may be free again, or the project folder be back. */
  static final Duration SOONEST = Duration.ofMinutes(1);

  /** To try may cost as much as many polls, where it is a limit that does not change. */
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

  /** Begins to watch; every change from then on is reported. */
  interface Source {
    Events open(WatchedFolders folders) throws IOException;
  }

  interface Events extends AutoCloseable {
    /** Wait for a change, at most so many nanoseconds; whether there was one. */
    boolean await(long nanos) throws InterruptedException;

    /**
     * Take in the folders that have come and let go of those that went. Changes in them after this
     * are reported, so a reading after it misses nothing.
     *
     * @throws IOException if the folders can no longer be watched in this way
     */
    default void renew() throws IOException {}

    /** Whether a folder may have come or gone since the last renewal. */
    default boolean mayHaveMoved() {
      return false;
    }

    /** Whether every folder is watched; false when there are too many. */
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

  /** As {@link Events#renew}; afterwards everything is watched in one way or the other. */
  void renew() {
    try {
      events.renew();
    } catch (IOException e) {
      close();
      poll(e);
    }
    warnIfIncomplete();
  }

  /** Try the source again if it is time; true if it works, and a change may have been missed. */
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
        "Polling %s every second, because the system does not report changes there: %s. If that is a limit, raise fs.inotify.max_user_watches or fs.inotify.max_user_instances (sysctl)."
            .formatted(folders.root(), reason));
  }

  private void warnIfIncomplete() {
    if (!isIncompleteLogged && !isComplete()) {
      isIncompleteLogged = true;
      warnings.add(
          "Not every change in %s is noticed: it has more than %d files and folders, or they cannot be read. Move what is no part of it elsewhere, or into a folder whose name begins with a dot."
              .formatted(folders.root(), WatchedFolders.MAX_ENTRIES));
    }
  }
}
