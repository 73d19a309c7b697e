package dev.bullpen.pool.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders of sessions whose server was killed together with its guard. */
class AbandonedFoldersTests {
  private static final String TOKEN = "0".repeat(32);
  private static final int MANY = 1000;

  @TempDir private Path temporary;

  private ExchangeFolders folders;

  @BeforeEach
  void open() {
    folders = new ExchangeFolders(temporary, TOKEN, true);
    folders.open();
  }

  @AfterEach
  void close() {
    folders.close();
    assertFalse(Files.exists(folders.folder()));
  }

  /** As a session makes it, with a desk in it. */
  private Path folder(String name, String permissions, boolean withOwner) throws IOException {
    Path folder =
        Files.createDirectory(
            temporary.resolve(name),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)));
    Files.writeString(Files.createDirectory(folder.resolve("helper-1")).resolve("file"), "text");
    if (withOwner) {
      Files.createFile(folder.resolve("owner"));
    }
    return folder;
  }

  /** As when no descriptor was left to empty it. */
  @Test
  void one_that_a_trial_has_left_does_not_make_the_next_fail() throws IOException {
    Files.createDirectories(folders.folder().resolve("helper-0/left"));
    assertTrue(folders.tryOne());
  }

  @Test
  void are_removed_unless_they_are_claimed_or_may_be_another_users() throws Exception {
    Path abandoned = folder("bullpen-" + "1".repeat(32), "rwx------", true);
    Path claimed = folder("bullpen-" + "2".repeat(32), "rwx------", true);
    Path withoutOwner = folder("bullpen-" + "3".repeat(32), "rwx------", false);
    Path openToOthers = folder("bullpen-" + "4".repeat(32), "rwxr-xr-x", true);
    Path stranger = folder("bullpen-" + "5".repeat(31), "rwx------", true);
    Path linked =
        Files.createSymbolicLink(temporary.resolve("bullpen-" + "6".repeat(32)), stranger);
    Process owner = Claimant.of(claimed.resolve("owner"));
    try {
      folders.removeAbandoned();
      assertFalse(Files.exists(abandoned));
      for (Path kept : new Path[] {claimed, withoutOwner, openToOthers, linked}) {
        assertTrue(Files.exists(kept.resolve("helper-1/file")), kept.toString());
      }
      owner.destroyForcibly().waitFor();
      folders.removeAbandoned();
      assertFalse(Files.exists(claimed), "its owner is gone");
    } finally {
      owner.destroyForcibly().waitFor();
    }
  }

  @Test
  void whose_server_was_killed_before_it_had_claimed_them_are_removed_after_a_minute()
      throws IOException {
    Path bare = emptyFolder("8");
    Path unclaimed = emptyFolder("9");
    Files.createFile(unclaimed.resolve("owner.new"));
    Path used = folder("bullpen-" + "a".repeat(32), "rwx------", false);
    folders.removeAbandoned();
    assertTrue(Files.exists(bare) && Files.exists(unclaimed), "they may be being made");
    for (Path old : List.of(bare, unclaimed, used)) {
      Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofMinutes(2))));
    }
    folders.removeAbandoned();
    assertFalse(Files.exists(bare));
    assertFalse(Files.exists(unclaimed));
    assertTrue(Files.exists(used), "without an owner it may be in use");
  }

  /** The process that removes them may be killed at any moment: then the next one continues. */
  @Test
  void are_somebodys_until_nothing_else_is_in_them() throws Exception {
    Path abandoned = folder("bullpen-" + "b".repeat(32), "rwx------", true);
    for (int helper = 2; helper < MANY; helper++) {
      Files.createDirectory(abandoned.resolve("helper-" + helper));
    }
    CompletableFuture<List<String>> rest =
        CompletableFuture.supplyAsync(() -> whatIsLeftWithoutOwner(abandoned));

    folders.removeAbandoned();

    assertEquals(List.of(), rest.get(1, TimeUnit.MINUTES));
    assertFalse(Files.exists(abandoned));
  }

  private static List<String> whatIsLeftWithoutOwner(Path folder) {
    while (Files.exists(folder.resolve("owner"))) {
      Thread.onSpinWait();
    }
    String[] rest = folder.toFile().list();
    return rest == null ? List.of() : List.of(rest);
  }

  private Path emptyFolder(String digit) throws IOException {
    return Files.createDirectory(
        temporary.resolve("bullpen-" + digit.repeat(32)),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  @Test
  void do_not_include_that_of_a_session_that_is_open() {
    ExchangeFolders other = new ExchangeFolders(temporary, "7".repeat(32), true);
    other.open();
    other.removeAbandoned();
    folders.removeAbandoned();
    assertTrue(Files.exists(folders.folder()));
    assertTrue(Files.exists(other.folder()));
    other.close();
  }

  @Test
  void are_claimed_once_until_they_are_let_go_or_gone() throws IOException {
    Path file = temporary.resolve("owner");
    assertEquals(Optional.empty(), OwnerLock.on(file), "there is none");
    OwnerLock made = OwnerLock.make(file);
    assertEquals(Optional.empty(), OwnerLock.on(file));
    assertThrows(IOException.class, () -> OwnerLock.make(file));
    made.release();
    OwnerLock.on(file).orElseThrow().release();
    Files.delete(file);
    assertEquals(Optional.empty(), OwnerLock.on(file));
  }
}
