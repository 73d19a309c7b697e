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
import java.util.function.Consumer;

/**
 * Notices at once when a project changes.
 *
 * <p>The operating system tells which folders have changed; where it does not, they are looked at
 * every second. When a {@link Burst} of changes is over, the catalog is read again, at a {@link
 * ReadingPace} that what changes no list cannot raise, and compared kind by kind with what it was.
 * While nothing changes nothing is read. What changes during a reading begins the next burst, so
 * the last change is never lost, and what changed before the watch began, or while it began again
 * for other folders, is found by comparing once at its beginning.
 *
 * <p>What could not be read for a reason that passes is tried again without a change ({@link
 * Retries}).
 *
 * <p>While a project is watched, its catalog does not grow old, but for what a hook has registered:
 * see {@link Project#isStale}.
 *
 * <p>One thread, "project watch", does all this, and calls back. It ends with {@link #close}.
 */
public final class ProjectWatch implements AutoCloseable {
  /** Before it is tried again to watch; as long as the catalog is then believed anyway. */
  private static final Duration REST = CatalogReadings.MAX_AGE;

  private final Project project;
  private final Consumer<Set<CatalogKind>> changed;
  private final Runnable touched;
  private final FolderEvents.Source source;
  private final Thread thread = new Thread(this::watch, "project watch");
  private final WatchOrders orders = new WatchOrders(thread);

  // Of the thread alone.
  private final Burst burst = new Burst();
  private final ReadingPace pace;
  private final Retries retries = new Retries();
  private Catalog known; // null before the first reading
  private boolean begun;

  private ProjectWatch(
      Project project,
      Consumer<Set<CatalogKind>> changed,
      Runnable touched,
      FolderEvents.Source source,
      ReadingPace pace) {
    this.project = project;
    this.changed = changed;
    this.touched = touched;
    this.source = source;
    this.pace = pace;
    thread.setDaemon(true);
  }

  /**
   * Begin to watch, and return at once. Noticed is what differs from the catalog as it was last
   * read; where it has not been read yet, the watch does it. A static project ({@code
   * MCPBASH_STATIC_REGISTRY=1}) is not watched.
   *
   * @param changed is given the kinds that differ from before, at least one, once per burst
   * @param touched is run when any file may have changed since the start, before the catalog is
   *     read; for those who watch single files
   */
  public static ProjectWatch start(
      Project project, Consumer<Set<CatalogKind>> changed, Runnable touched) {
    return start(project, changed, touched, FolderNotices::open);
  }

  /** The same with a way of noticing, for tests. */
  static ProjectWatch start(
      Project project,
      Consumer<Set<CatalogKind>> changed,
      Runnable touched,
      FolderEvents.Source source) {
    return start(project, changed, touched, source, new ReadingPace());
  }

  /** The same at another pace, for tests. */
  static ProjectWatch start(
      Project project,
      Consumer<Set<CatalogKind>> changed,
      Runnable touched,
      FolderEvents.Source source,
      ReadingPace pace) {
    ProjectWatch watch = new ProjectWatch(project, changed, touched, source, pace);
    if (!project.isStatic()) {
      watch.thread.start();
    }
    return watch;
  }

  /** Whether changes are noticed. */
  public boolean isActive() {
    return thread.isAlive() && !orders.isClosed();
  }

  /**
   * Read the catalog and compare it now, without waiting for the end of a burst. Returns at once;
   * does nothing when not active.
   */
  public void lookNow() {
    orders.look();
  }

  /** End the thread, after the reading it may be at; nobody is told the outcome of that. */
  @Override
  public void close() {
    orders.close();
  }

  /** Whether the thread has ended. */
  boolean hasEnded() {
    return thread.getState() == Thread.State.TERMINATED;
  }

  private void watch() {
    attempt(() -> known = project.catalog());
    try {
      while (!orders.isClosed()) {
        if (!attempt(() -> watch(project.watchedFolders()))) {
          project.watched(false);
          orders.rest(REST);
        }
      }
    } finally {
      project.watched(false);
    }
  }

  /** Until other folders or files are to be watched: a registration may name files anywhere. */
  private void watch(WatchedFolders watched) {
    boolean again = begun;
    begun = true;
    try (FolderWatch folders = FolderWatch.open(watched, source, project::warn)) {
      if (again) {
        attempt(touched);
      }
      compare();
      while (!orders.isClosed() && watched.areStill(project.watchedFolders())) {
        project.watched(folders.isComplete());
        turn(folders);
      }
    }
  }

  private void turn(FolderWatch folders) {
    if (orders.takeLook()) {
      compare();
      return;
    }
    long now = System.nanoTime();
    boolean isRetry = retries.nanosLeft(now) <= 0;
    if (isRetry || burst.nanosLeft(now) <= 0) {
      burst.end();
      attempt(folders::renew);
      attempt(touched);
      pace.want();
    }
    if (isRetry || pace.nanosLeft(now) <= 0) {
      compare();
      return;
    }
    long left =
        Math.min(burst.nanosLeft(now), Math.min(retries.nanosLeft(now), pace.nanosLeft(now)));
    if (folders.tryToBeToldAgain(now) || orders.await(folders, left)) {
      burst.change(System.nanoTime());
    }
  }

  /** Read the catalog and tell what is different. */
  private void compare() {
    long begin = System.nanoTime();
    EnumSet<CatalogKind> kinds = EnumSet.noneOf(CatalogKind.class);
    attempt(
        () -> {
          // Somebody else may have read it since, and told a client what it was then.
          Catalog told = project.catalog();
          Catalog now = project.refresh();
          for (CatalogKind kind : CatalogKind.values()) {
            if (differ(kind, known, told) || differ(kind, told, now)) {
              kinds.add(kind);
            }
          }
          known = now;
          if (!kinds.isEmpty() && !orders.isClosed()) {
            changed.accept(Collections.unmodifiableSet(kinds));
          }
        });
    long end = System.nanoTime();
    pace.read(!kinds.isEmpty(), end - begin, end);
    retries.read(project.isLacking(), end);
  }

  private static boolean differ(CatalogKind kind, Catalog one, Catalog other) {
    return one != null && one != other && !one.fingerprint(kind).equals(other.fingerprint(kind));
  }

  /**
   * A failure, whatever it is, is said and the watch goes on: the next change may mend it. False if
   * it failed.
   */
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
}
