package dev.bullpen.project.watch;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.Project;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.catalog.CatalogKind;
import java.lang.Thread.State;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A watched project, and what its watch said. */
public final class WatchFixture implements AutoCloseable {
  /** Far beyond what noticing takes on a busy machine. */
  public static final Duration DEADLINE = Duration.ofSeconds(30);

  public final Project project;
  final ProjectWatch watch;
  private final LinkedBlockingQueue<Set<CatalogKind>> announced = new LinkedBlockingQueue<>();
  private final Semaphore touched = new Semaphore(0);

  private WatchFixture(Project project, FolderWatch.Source source) {
    this.project = project;
    this.watch = watch(project, announced::add, touched::release, source, new WatchPace());
  }

  static ProjectWatch watch(Project project, Consumer<Set<CatalogKind>> changed, Runnable touched) {
    return watch(project, changed, touched, FolderNotices::open, new WatchPace());
  }

  static ProjectWatch watch(
      Project project,
      Consumer<Set<CatalogKind>> changed,
      Runnable touched,
      FolderWatch.Source source,
      WatchPace pace) {
    ProjectWatch.Listener listener =
        new ProjectWatch.Listener() {
          @Override
          public void changed(Set<CatalogKind> kinds) {
            changed.accept(kinds);
          }

          @Override
          public void touched() {
            touched.run();
          }
        };
    return ProjectWatch.start(project, listener, source, pace);
  }

  /** Watch a project whose catalog has been read, as a server does. */
  public static WatchFixture start(Project project) {
    return start(project, FolderNotices::open);
  }

  /** The same, by events of another kind. */
  static WatchFixture start(Project project, FolderWatch.Source source) {
    project.catalog();
    return new WatchFixture(project, source);
  }

  /** Wait until its folders are watched, so that the next change is noticed and not found. */
  public WatchFixture ready() {
    await().atMost(DEADLINE).until(() -> !project.isStale(System.nanoTime() + DEADLINE.toNanos()));
    return this;
  }

  /** The next announcement. */
  Set<CatalogKind> next() throws InterruptedException {
    Set<CatalogKind> kinds = announced.poll(DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
    assertNotNull(kinds, "nothing was announced");
    assertTrue(!kinds.isEmpty(), "an announcement of nothing");
    return kinds;
  }

  /** Until the catalog is as expected these kinds have been announced, and no other. */
  void expect(Predicate<Catalog> expected, CatalogKind first, CatalogKind... more)
      throws InterruptedException {
    Set<CatalogKind> wanted = EnumSet.of(first, more);
    Set<CatalogKind> kinds = EnumSet.noneOf(CatalogKind.class);
    do {
      kinds.addAll(next());
      // The catalog is there a moment before what differs in it is announced.
    } while (!expected.test(project.catalog()) || !kinds.containsAll(wanted));
    assertEquals(wanted, kinds);
  }

  void expectTouched() throws InterruptedException {
    assertTrue(
        touched.tryAcquire(DEADLINE.toMillis(), TimeUnit.MILLISECONDS), "no file was touched");
  }

  int announcements() {
    return announced.size();
  }

  @Override
  public void close() {
    watch.close();
    await().atMost(DEADLINE).until(() -> watch.state() == State.TERMINATED);
  }

  /** Fails when the thread is interrupted: anywhere but in waiting that would break a reading. */
  public static void awaitUninterrupted(CountDownLatch latch) {
    try {
      assertTrue(latch.await(DEADLINE.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
