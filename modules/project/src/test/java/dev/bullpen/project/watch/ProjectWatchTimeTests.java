package dev.bullpen.project.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.Project;
import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.project.catalog.WatchedFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How soon a change is announced, printed; and that much to watch is watched. */
class ProjectWatchTimeTests {
  private static final int FOLDERS = 2_000;
  private static final double NANOS_PER_MS = 1e6;

  @TempDir Path temporary;
  private ProjectFixture project;

  @BeforeEach
  void a_project_with_a_tool() throws IOException {
    project = new ProjectFixture(temporary).tool("t0");
  }

  @Test
  void a_change_is_announced_soon() throws Exception {
    try (WatchFixture watch = WatchFixture.start(project.open(), FolderNotices::open).ready()) {
      edit(watch, "t0", 50, "one tool");
    }
  }

  @Test
  void a_change_is_announced_soon_where_folders_are_looked_at() throws Exception {
    try (WatchFixture watch = WatchFixture.start(project.open(), FolderPoll::open).ready()) {
      edit(watch, "t0", 5, "one tool, looked at");
    }
  }

  @Test
  void a_change_in_the_last_of_two_thousand_folders_is_announced() throws Exception {
    twoThousandFolders();
    Project open = project.open();
    report("reading " + FOLDERS + " tools", List.of(timed(open::catalog)));
    long start = System.nanoTime();
    try (WatchFixture watch = WatchFixture.start(open, FolderNotices::open).ready()) {
      report("beginning to watch them", List.of(System.nanoTime() - start));
      edit(watch, "t" + (FOLDERS - 1), 10, FOLDERS + " tools");
      start = System.nanoTime();
      project.tool("new");
      watch.expect(catalog -> catalog.tool("new").isPresent(), CatalogKind.TOOLS);
      report("a tool added to them", List.of(System.nanoTime() - start));
    }
  }

  @Test
  void looking_at_two_thousand_folders_finds_a_change() throws Exception {
    twoThousandFolders();
    WatchedFolders folders = project.open().watchedFolders();
    try (FolderEvents poll = FolderPoll.open(folders)) {
      List<Long> looks = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        looks.add(timed(() -> FolderPoll.open(folders)));
      }
      report("one look at " + FOLDERS + " tools", looks);
      project.tool("new");
      assertTrue(poll.await(WatchFixture.DEADLINE.toNanos()));
    }
    try (FolderEvents notices = FolderNotices.open(folders)) {
      List<Long> renewals = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        project.tool("newer" + i);
        assertTrue(notices.await(WatchFixture.DEADLINE.toNanos()));
        long start = System.nanoTime();
        notices.renew();
        renewals.add(System.nanoTime() - start);
      }
      report("one renewal of " + FOLDERS + " folders", renewals);
    }
  }

  private void twoThousandFolders() throws IOException {
    for (int i = 1; i < FOLDERS; i++) {
      Path folder = Files.createDirectories(project.root.resolve("tools/t" + i));
      Files.writeString(folder.resolve("tool.sh"), "#!/bin/sh\n");
      Files.writeString(folder.resolve("tool.meta.json"), "{\"name\": \"t%d\"}".formatted(i));
    }
  }

  private void edit(WatchFixture watch, String tool, int times, String what) throws Exception {
    List<Long> noticed = new ArrayList<>();
    Path saved = project.root.resolve("tools/" + tool + "/.saved");
    for (int i = 0; i < times; i++) {
      Files.writeString(saved, "{\"name\": \"%s\", \"description\": \"%d\"}".formatted(tool, i));
      long start = System.nanoTime();
      Files.move(
          saved, saved.resolveSibling("tool.meta.json"), StandardCopyOption.REPLACE_EXISTING);
      assertEquals(Set.of(CatalogKind.TOOLS), watch.next());
      noticed.add(System.nanoTime() - start);
    }
    report("an edit announced after, " + what, noticed);
  }

  private static long timed(Runnable task) {
    long start = System.nanoTime();
    task.run();
    return System.nanoTime() - start;
  }

  private static void report(String what, List<Long> nanos) {
    List<Long> sorted = nanos.stream().sorted().toList();
    System.out.printf(
        "[measured] %s: n=%d p50=%.1f ms max=%.1f ms%n",
        what,
        sorted.size(),
        sorted.get(sorted.size() / 2) / NANOS_PER_MS,
        Collections.max(sorted) / NANOS_PER_MS);
  }
}
