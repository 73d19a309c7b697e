package dev.bullpen.project.watch;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.project.ProjectTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Folders that come are watched, and those that went are not. */
class FolderNoticesTests extends ProjectTest {
  /** The events of one change come together. */
  private static final long QUIET = Duration.ofMillis(200).toNanos();

  private FolderWatch.Events events;
  private final Set<String> registered = new TreeSet<>();

  @BeforeEach
  void a_watched_project() throws IOException {
    project.file("resources/a/x.txt", "").file("kept/b/y.txt", "");
    events =
        FolderNotices.begun(
            new FolderNotices(project.open().watchedFolders()) {
              @Override
              WatchKey register(Path folder) throws IOException {
                registered.add(project.root.relativize(folder).toString());
                return super.register(folder);
              }
            });
    assumeTrue(events instanceof FolderNotices, "the system reports no changes here");
    assertTrue(registered.contains("resources/a"), registered.toString());
  }

  @AfterEach
  void close() throws IOException {
    events.close();
  }

  /** What is registered anew once that change has been reported. */
  private Set<String> after(Change change) throws Exception {
    registered.clear();
    change.make();
    assertTrue(events.await(WatchFixture.DEADLINE.toNanos()), "nothing was reported");
    while (events.await(QUIET)) {
      // more of the same change
    }
    events.renew();
    return registered;
  }

  private interface Change {
    void make() throws IOException;
  }

  @Test
  void a_folder_that_comes_moves_or_goes_is_found() throws Exception {
    Path folder = project.root.resolve("resources/b");
    assertTrue(after(() -> Files.createDirectory(folder)).contains("resources/b"));
    Path moved = project.root.resolve("resources/a/c");
    assertTrue(after(() -> Files.move(folder, moved)).contains("resources/a/c"));
    assertTrue(after(() -> Files.delete(moved)).contains("resources/a"));
    assertTrue(!registered.contains("resources/a/c"), registered.toString());
  }

  @Test
  void a_folder_that_comes_into_one_that_has_moved_is_found() throws Exception {
    Path moved = project.root.resolve("resources/b");
    after(() -> Files.move(project.root.resolve("resources/a"), moved));
    assertTrue(
        after(() -> Files.createDirectory(moved.resolve("c"))).contains("resources/b/c"),
        registered.toString());
  }

  @Test
  void a_part_that_is_a_link_comes_and_goes_as_a_folder_does() throws Exception {
    Path link = project.root.resolve("prompts");
    assertTrue(
        after(() -> Files.createSymbolicLink(link, project.root.resolve("kept")))
            .contains("kept/b"));
    assertTrue(after(() -> Files.delete(link)).contains("resources/a"));
    assertTrue(!registered.contains("kept/b"), registered.toString());
  }
}
