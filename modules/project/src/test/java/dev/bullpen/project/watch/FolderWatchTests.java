package dev.bullpen.project.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.catalog.WatchedFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes are polled as long as they are not reported. */
class FolderWatchTests extends ProjectTest {
  private final List<String> said = new ArrayList<>();
  private WatchedFolders folders;
  private boolean failing = true;
  private int tries;

  @BeforeEach
  void a_project() throws IOException {
    project.file("prompts/p.txt", "");
    folders = project.open().watchedFolders();
  }

  private FolderWatch.Events open(WatchedFolders wanted) throws IOException {
    tries++;
    if (failing) {
      throw new IOException("Too many open files");
    }
    return FolderNotices.open(wanted);
  }

  private FolderWatch watch() {
    return FolderWatch.open(folders, this::open, said::add);
  }

  private static long inSoMany(int pauses) {
    return System.nanoTime() + pauses * FolderWatch.SOONEST.toNanos();
  }

  @Test
  void what_could_not_be_reported_for_a_moment_is_reported_again() throws Exception {
    try (FolderWatch watch = watch()) {
      failing = false;
      assertFalse(watch.returnToNotices(inSoMany(0)), "too soon");
      assertTrue(watch.returnToNotices(inSoMany(1)));
      assertFalse(watch.returnToNotices(inSoMany(9)), "it is already");
      Files.writeString(project.root.resolve("prompts/p.txt"), "new");
      assertTrue(watch.await(WatchFixture.DEADLINE.toNanos()));
      assertEquals(2, said.size(), said.toString());
    }
  }

  @Test
  void what_cannot_be_reported_is_tried_less_and_less_often() {
    try (FolderWatch watch = watch()) {
      for (int pauses : new int[] {1, 2, 3, 4, 5, 6, 7}) {
        assertFalse(watch.returnToNotices(inSoMany(pauses)));
      }
      assertEquals(1 + 3, tries, "at once, and after one, three and seven pauses");
      assertEquals(1, said.size(), said.toString());
    }
  }
}
