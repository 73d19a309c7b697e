package dev.bullpen.project.watch;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.Project;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.project.catalog.CatalogReadings;
import dev.bullpen.project.catalog.WatchedFolders;
import java.io.IOException;
import java.lang.Thread.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.WatchKey;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When a watch begins, ends, and has to do without the system's help. */
@Tag("slow")
class ProjectWatchLifeTests extends ProjectTest {

  @BeforeEach
  void a_project_with_a_tool() throws IOException {
    project.tool("t");
    // A watch may still write when the folder is removed.
    project.env.put("MCPBASH_REGISTRY_REFRESH_NO_WRITE", "true");
  }

  private static long muchLater() {
    return System.nanoTime() + 10 * CatalogReadings.MAX_AGE.toNanos();
  }

  private static void awaitWatched(Project open) {
    await().atMost(WatchFixture.DEADLINE).until(() -> !open.isStale(muchLater()));
  }

  private static void expectTool(WatchFixture watch, String name) throws InterruptedException {
    watch.expect(catalog -> catalog.tool(name).isPresent(), CatalogKind.TOOLS);
  }

  /** The first watch fails; the others report nothing. */
  private static FolderWatch.Source failingOnce(AtomicInteger begun) {
    return folders -> {
      if (begun.incrementAndGet() == 1) {
        throw new IllegalStateException("a defect");
      }
      return new Silence();
    };
  }

  private WatchFixture withoutReports() {
    return WatchFixture.start(project.open(), folders -> new Silence()).ready();
  }

  @Tag("slow")
  @Test
  void a_watch_that_fails_in_whatever_way_is_begun_again() throws Exception {
    AtomicInteger begun = new AtomicInteger();
    try (WatchFixture watch = WatchFixture.start(project.open(), failingOnce(begun)).ready()) {
      assertEquals(2, begun.get());
      assertEquals(1, project.warnings.size(), project.warnings.toString());
      project.tool("v");
      watch.watch.readNow();
      expectTool(watch, "v");
    }
  }

  @Tag("slow")
  @Test
  void files_may_have_changed_while_there_was_no_watch() throws Exception {
    AtomicInteger begun = new AtomicInteger();
    try (WatchFixture watch = WatchFixture.start(project.open(), failingOnce(begun))) {
      watch.expectTouched();
      assertEquals(2, begun.get());
    }
  }

  @Test
  void where_readings_have_been_in_vain_files_still_count_as_touched_and_lists_come_later()
      throws Exception {
    Project open = project.open();
    open.catalog();
    LinkedBlockingQueue<Set<CatalogKind>> announced = new LinkedBlockingQueue<>();
    Semaphore touched = new Semaphore(0);
    WatchPace slow = new WatchPace(1_000_000, Duration.ZERO);
    try (ProjectWatch watch =
        WatchFixture.watch(open, announced::add, touched::release, FolderNotices::open, slow)) {
      awaitWatched(open);
      Catalog first = open.catalog();
      for (int i = 0; i < 3; i++) {
        project.tool("v" + i);
        expectTouched(touched);
      }
      assertSame(first, open.catalog(), "nothing was read");
      watch.readNow();
      assertEquals(Set.of(CatalogKind.TOOLS), announced.poll(30, TimeUnit.SECONDS));
      assertEquals(4, open.catalog().tools().size());
    }
  }

  @Test
  void where_readings_have_been_in_vain_a_folder_that_was_replaced_is_watched_all_the_same()
      throws Exception {
    Path docs = Files.createDirectories(project.root.resolve("resources/docs"));
    Path other = Files.createDirectory(temporary.resolve("other"));
    Path file = project.file("resources/log.txt", "").root.resolve("resources/log.txt");
    Project open = project.open();
    open.catalog();
    Semaphore touched = new Semaphore(0);
    AtomicInteger registered = new AtomicInteger();
    FolderWatch.Source source = all -> FolderNotices.begun(counting(all, registered));
    WatchPace slow = new WatchPace(1_000_000, Duration.ZERO);
    try (ProjectWatch watch =
        WatchFixture.watch(open, kinds -> {}, touched::release, source, slow)) {
      awaitWatched(open);
      int folders = registered.get();
      Files.writeString(file, "more");
      expectTouched(touched);
      assertEquals(folders, registered.get(), "a log that grows moves no folder");
      Files.move(other, docs, StandardCopyOption.ATOMIC_MOVE);
      expectTouched(touched);
      Files.writeString(docs.resolve("new.txt"), "");
      expectTouched(touched);
      assertNotEquals(State.TERMINATED, watch.state());
    }
  }

  private static void expectTouched(Semaphore touched) throws InterruptedException {
    assertTrue(touched.tryAcquire(30, TimeUnit.SECONDS), "no file was touched");
    touched.drainPermits();
  }

  private static FolderNotices counting(WatchedFolders folders, AtomicInteger registered)
      throws IOException {
    return new FolderNotices(folders) {
      @Override
      WatchKey register(Path folder) throws IOException {
        registered.incrementAndGet();
        return super.register(folder);
      }
    };
  }

  @Test
  void a_watch_that_rests_after_a_failure_is_ended_at_once() {
    CountDownLatch begun = new CountDownLatch(1);
    FolderWatch.Source source =
        folders -> {
          begun.countDown();
          throw new IllegalStateException("a defect");
        };
    ProjectWatch watch =
        WatchFixture.watch(project.open(), kinds -> {}, () -> {}, source, new WatchPace());
    await().atMost(WatchFixture.DEADLINE).until(() -> begun.getCount() == 0);
    watch.close();
    await()
        .atMost(CatalogReadings.MAX_AGE.dividedBy(2))
        .until(() -> watch.state() == State.TERMINATED);
  }

  @Test
  void a_reading_happens_at_once_on_request() throws Exception {
    try (WatchFixture watch = withoutReports()) {
      project.tool("v");
      watch.watch.readNow();
      expectTool(watch, "v");
      watch.watch.readNow();
      project.file("prompts/p.txt", "");
      watch.watch.readNow();
      watch.expect(catalog -> catalog.prompts().size() == 1, CatalogKind.PROMPTS);
    }
  }

  @Test
  void readings_requested_all_the_time_hold_nothing_up() throws Exception {
    try (WatchFixture watch = WatchFixture.start(project.open(), FolderNotices::open).ready()) {
      for (int i = 0; i < 50; i++) {
        String name = "v" + i;
        project.tool(name);
        watch.watch.readNow();
        expectTool(watch, name);
      }
    }
  }

  @Test
  void what_another_reading_has_shown_meanwhile_counts_as_known_to_clients() throws Exception {
    try (WatchFixture watch = withoutReports()) {
      project.tool("t", "{\"name\": \"t\", \"description\": \"for a moment\"}");
      watch.project.refresh();
      project.tool("t");
      watch.watch.readNow();
      assertEquals(Set.of(CatalogKind.TOOLS), watch.next());
    }
  }

  @Test
  void while_watched_a_catalog_does_not_grow_old() throws IOException {
    Project open = project.open();
    Catalog first = open.catalog();
    assertTrue(open.isStale(muchLater()));
    WatchFixture watch = WatchFixture.start(open, FolderNotices::open).ready();
    Catalog compared = open.catalog();
    assertNotSame(first, compared);
    assertFalse(open.isStale(muchLater()));
    assertSame(compared, open.refreshIfStale(muchLater()));
    watch.close();
    assertTrue(open.isStale(muchLater()));
    assertNotSame(compared, open.refreshIfStale(muchLater()));
  }

  @Test
  void a_project_never_read_is_stale_and_read_by_its_watch() {
    Project open = project.open();
    assertTrue(open.isStale(System.nanoTime()));
    try (ProjectWatch watch = WatchFixture.watch(open, kinds -> {}, () -> {})) {
      awaitWatched(open);
      assertNotEquals(State.TERMINATED, watch.state());
      assertEquals(1, open.catalog().tools().size());
    }
  }

  @Test
  void a_static_project_is_not_watched() {
    project.env.put("MCPBASH_STATIC_REGISTRY", "1");
    Project open = project.open();
    try (ProjectWatch watch = WatchFixture.watch(open, kinds -> {}, () -> {})) {
      watch.readNow();
      assertEquals(State.NEW, watch.state());
      assertTrue(open.isStale(muchLater()));
    }
    project.env.put("MCPBASH_STATIC_REGISTRY", "0");
    Project other = project.open();
    try (ProjectWatch watch = WatchFixture.watch(other, kinds -> {}, () -> {})) {
      awaitWatched(other);
      assertNotEquals(State.TERMINATED, watch.state());
    }
  }

  @Test
  void closing_ends_the_thread_while_it_waits() {
    for (int i = 0; i < 20; i++) {
      WatchFixture watch = WatchFixture.start(project.open(), FolderNotices::open);
      if (i % 2 == 0) {
        watch.ready();
      }
      watch.close();
    }
  }

  @Test
  void closing_during_a_reading_ends_the_thread_after_it_and_announces_nothing() throws Exception {
    CountDownLatch touched = new CountDownLatch(1);
    CountDownLatch mayGoOn = new CountDownLatch(1);
    AtomicInteger announced = new AtomicInteger();
    Project open = project.open();
    open.catalog();
    ProjectWatch watch =
        WatchFixture.watch(
            open,
            kinds -> announced.incrementAndGet(),
            () -> {
              touched.countDown();
              WatchFixture.awaitUninterrupted(mayGoOn);
            });
    awaitWatched(open);
    project.tool("v");
    WatchFixture.awaitUninterrupted(touched);
    watch.close();
    watch.close();
    watch.readNow();
    assertNotEquals(State.TERMINATED, watch.state());
    mayGoOn.countDown();
    await().atMost(WatchFixture.DEADLINE).until(() -> watch.state() == State.TERMINATED);
    assertEquals(0, announced.get());
  }

  @Test
  void a_listener_that_fails_is_reported_and_called_again() throws Exception {
    LinkedBlockingQueue<String> warnings = new LinkedBlockingQueue<>();
    LinkedBlockingQueue<Set<CatalogKind>> announced = new LinkedBlockingQueue<>();
    Project open = Project.open(project.root, project.env, project.root, warnings::add);
    open.catalog();
    try (ProjectWatch watch =
        WatchFixture.watch(
            open,
            kinds -> {
              announced.add(kinds);
              throw new IllegalStateException("the listener's fault");
            },
            () -> {})) {
      for (int i = 0; i < 2; i++) {
        project.tool("v" + i);
        watch.readNow();
        assertTrue(announced.poll(30, TimeUnit.SECONDS) != null);
        String warning = warnings.poll(30, TimeUnit.SECONDS);
        assertTrue(warning != null && warning.contains("the listener's fault"), warning);
      }
    }
  }

  @Test
  void where_the_listener_has_no_thread_the_next_change_is_reported() throws Exception {
    AtomicInteger touches = new AtomicInteger();
    LinkedBlockingQueue<Set<CatalogKind>> announced = new LinkedBlockingQueue<>();
    Project open = project.open();
    open.catalog();
    try (ProjectWatch watch =
        WatchFixture.watch(
            open,
            announced::add,
            () -> {
              if (touches.incrementAndGet() == 1) {
                throw new OutOfMemoryError("unable to create native thread");
              }
            })) {
      awaitWatched(open);
      for (int i = 0; i < 2; i++) {
        project.tool("v" + i);
        assertEquals(Set.of(CatalogKind.TOOLS), announced.poll(30, TimeUnit.SECONDS));
      }
      assertNotEquals(State.TERMINATED, watch.state());
    }
  }

  @Test
  void where_the_system_reports_nothing_the_folders_are_polled_and_that_is_reported_once()
      throws Exception {
    String limit = "User limit of inotify instances reached or too many open files";
    WatchFixture watch =
        WatchFixture.start(
                project.open(),
                folders -> {
                  throw new IOException(limit);
                })
            .ready();
    try (watch) {
      project.tool("v");
      expectTool(watch, "v");
      project.tool("w");
      expectTool(watch, "w");
    }
    assertEquals(
        "[Polling %s every second, because the system does not report changes there: java.io.IOException: %s. If a limit is the reason, raise fs.inotify.max_user_watches or fs.inotify.max_user_instances (sysctl).]"
            .formatted(project.root, limit),
        project.warnings.toString());
  }

  @Test
  void where_watches_run_out_later_the_folders_are_polled_from_then_on() throws Exception {
    int folders = 4; // the project, tools, tools/t, and one more
    WatchFixture watch =
        WatchFixture.start(project.open(), all -> FolderNotices.begun(limited(all, folders)))
            .ready();
    try (watch) {
      project.file("prompts/p.txt", "");
      watch.expect(catalog -> catalog.prompts().size() == 1, CatalogKind.PROMPTS);
      assertEquals(0, project.warnings.size(), project.warnings.toString());
      project.tool("v");
      expectTool(watch, "v");
      project.tool("v", "{\"name\": \"w\"}");
      expectTool(watch, "w");
    }
    assertReported(project.warnings, "max_user_watches");
  }

  /** Registers that many folders and no more. */
  private static FolderNotices limited(WatchedFolders folders, int max) throws IOException {
    Set<Path> registered = ConcurrentHashMap.newKeySet();
    return new FolderNotices(folders) {
      @Override
      WatchKey register(Path folder) throws IOException {
        registered.add(folder);
        if (registered.size() > max) {
          throw new IOException("User limit of inotify watches reached");
        }
        return super.register(folder);
      }
    };
  }
}
