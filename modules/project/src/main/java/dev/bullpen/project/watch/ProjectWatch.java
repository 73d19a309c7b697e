package dev.bullpen.project.watch;

import dev.bullpen.posix.thread.DaemonThread;
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
import org.jspecify.annotations.Nullable;

/**
 * Notices changes of a project at once.
 *
 * <p>The operating system reports which folders have changed; where it does not, they are scanned
 * every second. After a burst of changes, the catalog is read again ({@link WatchPace}), compared
 * kind by kind with the earlier one, and written to the registry. While nothing changes, nothing is
 * read. A change during a reading starts the next burst, so the last change is never lost. Changes
 * before the watch started, or while it was restarted for other folders, are found by one
 * comparison at its start.
 *
 * <p>While a project is watched, its catalog does not become stale with age, except for what a hook
 * has registered: see {@link Project#isStale}.
 *
 * <p>One thread, "project watch", does all this and calls the listener. It ends with {@link
 * #close}.
 */
public final class ProjectWatch implements AutoCloseable {
  /** The pause before a failed watch is restarted: as long as a catalog is valid without one. */
  private static final Duration REST = CatalogReadings.MAX_AGE;

  private final Project project;
  private final Listener listener;
  private final FolderWatch.Source source;
  private final Thread thread = new DaemonThread("project watch", this::watch);

  /** Guards the requests of other threads to the watching thread. */
  private final Object ordersLock = new Object();

  private boolean
      isWaiting; // the thread may be interrupted only then, or else a reading would fail
  private boolean isReadingWanted;
  private boolean isClosed;

  // Used by the thread only.
  private final WatchPace pace;
  private @Nullable Catalog known; // null before the first reading
  private boolean isBegun;

  /** Its methods must be short. Exceptions are logged. */
  public interface Listener {
    /** Some kinds have changed, at least one. Called once per burst. */
    void changed(Set<CatalogKind> kinds);

    /** Any file may have changed since the last call. The catalog has not been read again yet. */
    void touched();
  }

  private ProjectWatch(
      Project project, Listener listener, FolderWatch.Source source, WatchPace pace) {
    this.project = project;
    this.listener = listener;
    this.source = source;
    this.pace = pace;
  }

  /**
   * Start a watch and return at once. Differences from the last reading of the catalog are
   * reported; if there was none, the watch reads the catalog. A static project ({@code
   * MCPBASH_STATIC_REGISTRY=1}) is not watched.
   */
  public static ProjectWatch start(Project project, Listener listener) {
    return start(project, listener, FolderNotices::open, new WatchPace());
  }

  static ProjectWatch start(
      Project project, Listener listener, FolderWatch.Source source, WatchPace pace) {
    ProjectWatch watch = new ProjectWatch(project, listener, source, pace);
    if (!project.isStatic()) {
      watch.thread.start();
    }
    return watch;
  }

  /**
   * Read and compare the catalog now, without waiting for the end of a burst. Returns at once. Does
   * nothing if the project is static.
   */
  public void readNow() {
    synchronized (ordersLock) {
      isReadingWanted = true;
      wake();
    }
  }

  /** End the thread after a reading in progress, whose outcome is not reported. */
  @Override
  public void close() {
    synchronized (ordersLock) {
      isClosed = true;
      ordersLock.notifyAll();
      wake();
    }
  }

  Thread.State state() {
    return thread.getState();
  }

  private void watch() {
    try {
      while (!isClosed()) {
        try {
          if (known == null) {
            known = project.catalog();
          }
          watch(project.watchedFolders());
        } catch (RuntimeException | Error e) {
          warn(e);
          project.watched(false);
          rest();
        }
      }
    } finally {
      project.watched(false);
    }
  }

  /** Watch until other folders or files must be watched: a registration may name files anywhere. */
  private void watch(WatchedFolders watched) {
    boolean isAgain = isBegun;
    isBegun = true;
    try (FolderWatch folders = FolderWatch.open(watched, source, project::warn)) {
      if (isAgain) {
        touch();
      }
      compare(System.nanoTime());
      while (!isClosed() && watched.equals(project.watchedFolders())) {
        project.watched(folders.isComplete());
        turn(folders);
      }
    }
  }

  private void turn(FolderWatch folders) {
    long now = System.nanoTime();
    if (takeRequest()) {
      compare(now);
      return;
    }
    boolean isRetry = pace.retryLeft(now) <= 0;
    boolean isBurstOver = pace.burstLeft(now) <= 0;
    if (isRetry || isBurstOver) {
      pace.endBurst();
    }
    boolean isDue = pace.readingLeft(now) <= 0 || isRetry;
    if (isDue || isBurstOver && folders.mayHaveMoved()) {
      folders.renew();
    }
    if (isDue || isBurstOver) {
      touch();
    }
    if (isDue) {
      compare(now);
    } else if (folders.returnToNotices(now) || await(folders, pace.left(now))) {
      pace.change(System.nanoTime());
    }
  }

  private void touch() {
    try {
      listener.touched();
    } catch (RuntimeException | Error e) {
      warn(e);
    }
  }

  private void compare(long begin) {
    EnumSet<CatalogKind> kinds = EnumSet.noneOf(CatalogKind.class);
    try {
      // Another thread may have read the catalog meanwhile, and a client may have seen that state.
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
        listener.changed(Collections.unmodifiableSet(kinds));
      }
    } catch (RuntimeException | Error e) {
      warn(e);
    }
    long end = System.nanoTime();
    pace.read(!kinds.isEmpty(), project.isLacking(), end - begin, end);
    // Written outside the measured time: other programs can wait for it.
    write();
  }

  private void write() {
    try {
      project.registryCache().write(project::catalog);
    } catch (RuntimeException | Error e) {
      warn(e);
    }
  }

  private static boolean differ(CatalogKind kind, Catalog one, Catalog other) {
    return one != other && !one.fingerprint(kind).equals(other.fingerprint(kind));
  }

  private void warn(Throwable e) {
    project.warn(
        "A change in %s was not processed: %s. The next one will be. If this happens again, report it."
            .formatted(project.root(), e));
  }

  private boolean isClosed() {
    synchronized (ordersLock) {
      return isClosed;
    }
  }

  private boolean takeRequest() {
    synchronized (ordersLock) {
      boolean wanted = isReadingWanted;
      isReadingWanted = false;
      return wanted;
    }
  }

  /** Wait for a change, unless there is a request. */
  private boolean await(FolderWatch folders, long nanos) {
    synchronized (ordersLock) {
      isWaiting = !isReadingWanted && !isClosed;
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
        Thread.interrupted(); // the interrupt may have come after the wait
      }
    }
  }

  private void rest() {
    long until = System.nanoTime() + REST.toNanos();
    synchronized (ordersLock) {
      try {
        for (long left = REST.toNanos(); !isClosed && left > 0; left = until - System.nanoTime()) {
          TimeUnit.NANOSECONDS.timedWait(ordersLock, left);
        }
      } catch (InterruptedException stray) {
        return; // not interrupted by this class; the next turn comes earlier
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
