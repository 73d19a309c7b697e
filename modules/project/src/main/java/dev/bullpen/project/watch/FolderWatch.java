package dev.bullpen.project.watch;

import dev.bullpen.project.catalog.WatchedFolders;
import dev.bullpen.project.file.Warnings;
import java.io.IOException;
import java.time.Duration;

/**
 * Changes as a source reports them and, from the moment it fails, as polling finds them, until the
 * source works again. Times are on the clock of {@link System#nanoTime}.
 */
final class FolderWatch implements AutoCloseable {
  /** A descriptor may be free again, or the project folder be back. */
  static final Duration SOONEST = Duration.ofMinutes(1);

  /** To try may cost as much as many looks, where it is a limit that does not change. */
  static final Duration LATEST = Duration.ofHours(1);

  private final WatchedFolders folders;
  private final FolderEvents.Source source;
  private final Warnings warnings;

  @SuppressWarnings("NullAway.Init") // opened right after
  private FolderEvents events;

  private boolean isPolling;
  private long lastTry;
  private Duration pause = SOONEST;
  private boolean isIncompleteSaid;

  private FolderWatch(WatchedFolders folders, FolderEvents.Source source, Warnings warnings) {
    this.folders = folders;
    this.source = source;
    this.warnings = warnings;
  }

  static FolderWatch open(WatchedFolders folders, FolderEvents.Source source, Warnings warnings) {
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
      FolderEvents notices = source.open(folders);
      close();
      events = notices;
      isPolling = false;
      warnings.add("Changes in %s are told by the system again.".formatted(folders.root()));
      return true;
    } catch (IOException e) {
      return false; // as has been said
    }
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
        "Changes in %s are looked for every second, because the system does not tell them: %s. If that is a limit, raise fs.inotify.max_user_watches or fs.inotify.max_user_instances (sysctl)."
            .formatted(folders.root(), reason));
  }

  private void warnIfIncomplete() {
    if (!isIncompleteSaid && !isComplete()) {
      isIncompleteSaid = true;
      warnings.add(
          "Not every change in %s is noticed: it has more than %d files and folders, or they cannot be looked at. Move what is no part of it elsewhere, or into a folder whose name begins with a dot."
              .formatted(folders.root(), WatchedFolders.MAX_ENTRIES));
    }
  }
}
