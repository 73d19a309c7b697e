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
import org.jspecify.annotations.Nullable;

/**
 * Notices at once when a project changes.
 *
 * <p>The operating system reports which folders have changed; where it does not, they are scanned
 * every second. When a burst of changes is over, the catalog is read again ({@link WatchPace}),
 * compared kind by kind with what it was, and left in the registry. While nothing changes nothing
 * is read. A change during a reading begins the next burst, so the last change is never lost. What
 * changed before the watch began, or while it began again for other folders, is found by comparing
 * once at its beginning.
 *
 * <p>While a project is watched, its catalog does not grow old, but for what a hook has registered:
 * see {@link Project#isStale}.
 *
 * <p>One thread, "project watch", does all this, and calls the listener. It ends with {@link
 * #close}.
 */
public final class ProjectWatch implements AutoCloseable {
  /** Before watching is tried again; as long as the catalog is then believed anyway. */
  private static final Duration REST = CatalogReadings.MAX_AGE;

  private final Project project;
  private final Listener listener;
  private final FolderWatch.Source source;
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

  /** Its methods must not take long. What they throw is logged. */
  public interface Listener {
    /** Some kinds differ from before, at least one; called once per burst. */
    void changed(Set<CatalogKind> kinds);

    /** Any file may have changed since the last call; the catalog has not been read again yet. */
    void touched();
  }

  private ProjectWatch(
      Project project, Listener listener, FolderWatch.Source source, WatchPace pace) {
    this.project = project;
    this.listener = listener;
    this.source = source;
    this.pace = pace;
    thread.setDaemon(true);
  }

  /**
   * Begin to watch, and return at once. What differs from the catalog as it was last read is
   * reported; where it has not been read yet, the watch reads it. A static project ({@code
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

  /** Until other folders or files are to be watched: a registration may name files anywhere. */
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
    if (takeLook()) {
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
        listener.changed(Collections.unmodifiableSet(kinds));
      }
    } catch (RuntimeException | Error e) {
      warn(e);
    }
    long end = System.nanoTime();
    pace.read(!kinds.isEmpty(), project.isLacking(), end - begin, end);
    // Other programs can wait for it, and no rest has to make up for it.
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
        "A change in %s was not dealt with: %s. The next one will be; if this returns, report it."
            .formatted(project.root(), e));
  }

  private boolean isClosed() {
    synchronized (ordersLock) {
      return isClosed;
    }
  }

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
