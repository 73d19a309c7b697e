package dev.bullpen.project.watch;

import dev.bullpen.project.Project;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.project.catalog.CatalogReadings;
import dev.bullpen.project.catalog.WatchedFolders;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Notices at once when a project changes.
 *
 * <p>The operating system tells which folders have changed; where it does not, they are scanned
 * every second. When a burst of changes is over, the catalog is read again ({@link WatchPace}) and
 * compared kind by kind with what it was. While nothing changes nothing is read. A change during a
 * reading begins the next burst, so the last change is never lost. What changed before the watch
 * began, or while it began again for other folders, is found by comparing once at its beginning.
 *
 * <p>While a project is watched, its catalog does not grow old, but for what a hook has registered:
 * see {@link Project#isStale}.
 *
 * <p>One thread, "project watch", does all this, and calls back. It ends with {@link #close}.
 */
public final class ProjectWatch implements AutoCloseable {
  /** Before watching is tried again; as long as the catalog is then believed anyway. */
  private static final Duration REST = CatalogReadings.MAX_AGE;

  private final Project project;
  private final Consumer<Set<CatalogKind>> changed;
  private final Runnable touched;
  private final FolderEvents.Source source;
  private final Thread thread = new Thread(this::watch, "project watch");

  /** Guards what other threads want of the thread that watches. */
  private final Object ordersLock = new Object();

  private boolean isWaiting; // only then may the thread be interrupted: else a reading would break
  private boolean isLookWanted;
  private boolean isClosed;

  // Of the thread alone.
  private final WatchPace pace;
  private @Nullable Catalog known; // null before the first reading
  private boolean isBegun;

  private ProjectWatch(
      Project project,
      Consumer<Set<CatalogKind>> changed,
      Runnable touched,
      FolderEvents.Source source,
      WatchPace pace) {
    this.project = project;
    this.changed = changed;
    this.touched = touched;
    this.source = source;
    this.pace = pace;
    thread.setDaemon(true);
  }

  /**
   * Begin to watch, and return at once. What differs from the catalog as it was last read is
   * reported; where it has not been read yet, the watch reads it. A static project ({@code
   * MCPBASH_STATIC_REGISTRY=1}) is not watched.
   *
   * @param changed receives the kinds that differ from before, at least one, once per burst
   * @param touched is run when any file may have changed since the start, before the catalog is
   *     read; for those who watch single files
   */
  public static ProjectWatch start(
      Project project, Consumer<Set<CatalogKind>> changed, Runnable touched) {
    return start(project, changed, touched, FolderNotices::open, new WatchPace());
  }

  static ProjectWatch start(
      Project project,
      Consumer<Set<CatalogKind>> changed,
      Runnable touched,
      FolderEvents.Source source,
      WatchPace pace) {
    ProjectWatch watch = new ProjectWatch(project, changed, touched, source, pace);
    if (!project.isStatic()) {
      watch.thread.start();
    }
    return watch;
  }

  /** Whether changes are noticed. */
  public boolean isActive() {
    return thread.isAlive() && !isClosed();
  }

  /**
   * Read the catalog and compare it now, without waiting for the end of a burst. Returns at once;
   * does nothing when not active.
   */
  public void lookNow() {
    synchronized (ordersLock) {
      isLookWanted = true;
      wake();
    }
  }

  /** End the thread, after a reading under way; its outcome is not reported. */
  @Override
  public void close() {
    synchronized (ordersLock) {
      isClosed = true;
      ordersLock.notifyAll();
      wake();
    }
  }

  boolean hasEnded() {
    return thread.getState() == Thread.State.TERMINATED;
  }

  private void watch() {
    attempt(() -> known = project.catalog());
    try {
      while (!isClosed()) {
        if (!attempt(() -> watch(project.watchedFolders()))) {
          project.watched(false);
          rest();
        }
      }
    } finally {
      project.watched(false);
    }
  }

  /** Until other folders or files are to be watched: a registration may name files anywhere. */
  private void watch(WatchedFolders watched) {
    boolean isAgain = isBegun;
    isBegun = true;
    try (FolderWatch folders = FolderWatch.open(watched, source, project::warn)) {
      if (isAgain) {
        attempt(touched);
      }
      compare();
      while (!isClosed() && watched.equals(project.watchedFolders())) {
        project.watched(folders.isComplete());
        turn(folders);
      }
    }
  }

  private void turn(FolderWatch folders) {
    if (takeLook()) {
      compare();
      return;
    }
    long now = System.nanoTime();
    boolean isRetry = pace.retryLeft(now) <= 0;
    if (isRetry || pace.burstLeft(now) <= 0) {
      pace.endBurst();
      attempt(folders::renew);
      attempt(touched);
    }
    if (isRetry || pace.readingLeft(now) <= 0) {
      compare();
      return;
    }
    if (folders.returnToNotices(now) || await(folders, pace.left(now))) {
      pace.change(System.nanoTime());
    }
  }

  private void compare() {
    long begin = System.nanoTime();
    EnumSet<CatalogKind> kinds = EnumSet.noneOf(CatalogKind.class);
    attempt(
        () -> {
          // Another thread may have read it since, and shown a client what it was then.
          Catalog shown = project.catalog();
          Catalog before = known == null ? shown : known;
          Catalog now = project.refresh();
          for (CatalogKind kind : CatalogKind.values()) {
            if (differ(kind, before, shown) || differ(kind, shown, now)) {
              kinds.add(kind);
            }
          }
          known = now;
          if (!kinds.isEmpty() && !isClosed()) {
            changed.accept(Collections.unmodifiableSet(kinds));
          }
        });
    long end = System.nanoTime();
    pace.read(!kinds.isEmpty(), project.isLacking(), end - begin, end);
  }

  private static boolean differ(CatalogKind kind, Catalog one, Catalog other) {
    return one != null && one != other && !one.fingerprint(kind).equals(other.fingerprint(kind));
  }

  /** Run a task; false if it failed, which is logged: the next change may mend it. */
  private boolean attempt(Runnable task) {
    try {
      task.run();
      return true;
    } catch (RuntimeException | Error e) {
      project.warn(
          "A change in %s was not dealt with: %s. The next one will be; if this returns, report it."
              .formatted(project.root(), e));
      return false;
    }
  }

  private boolean isClosed() {
    synchronized (ordersLock) {
      return isClosed;
    }
  }

  /** Whether a look was wanted, which it no longer is then. */
  private boolean takeLook() {
    synchronized (ordersLock) {
      boolean wanted = isLookWanted;
      isLookWanted = false;
      return wanted;
    }
  }

  /** Wait for a change, but not while there are orders. */
  private boolean await(FolderWatch folders, long nanos) {
    synchronized (ordersLock) {
      isWaiting = !isLookWanted && !isClosed;
      if (!isWaiting) {
        return false;
      }
    }
    try {
      return folders.await(nanos);
    } catch (InterruptedException orders) {
      return false;
    } finally {
      synchronized (ordersLock) {
        isWaiting = false;
        Thread.interrupted(); // it may have come when the waiting was over already
      }
    }
  }

  /** Do nothing for {@link #REST}, unless the watch is closed. */
  private void rest() {
    long until = System.nanoTime() + REST.toNanos();
    synchronized (ordersLock) {
      try {
        for (long left = REST.toNanos(); !isClosed && left > 0; left = until - System.nanoTime()) {
          TimeUnit.NANOSECONDS.timedWait(ordersLock, left);
        }
      } catch (InterruptedException stray) {
        return; // no interrupt is sent here; the next turn comes earlier
      }
    }
  }

  private void wake() {
    assert Thread.holdsLock(ordersLock);
    if (isWaiting) {
      thread.interrupt();
    }
  }
}
