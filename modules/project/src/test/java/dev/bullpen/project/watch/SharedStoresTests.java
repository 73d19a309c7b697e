package dev.bullpen.project.watch;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.catalog.WatchedFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders that others change too are looked at, because nobody tells of that. */
class SharedStoresTests {
  @TempDir Path temporary;
  private final List<String> said = new ArrayList<>();

  private FolderWatch watch(WatchedFolders folders, SharedStores.Types types) {
    return FolderWatch.open(
        folders, wanted -> FolderNotices.open(wanted, FolderNotices::register, types), said::add);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"nfs", "nfs4", "cifs", "smb3", "9p", "virtiofs", "vboxsf", "fuse", "fuse.sshfs"})
  void what_comes_over_a_network_or_from_a_host_is_shared(String type) {
    assertTrue(SharedStores.isShared(type));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ext4", "xfs", "btrfs", "zfs", "tmpfs", "overlay", "fuseblk", "NTFS", ""})
  void a_disk_of_our_own_is_not(String type) {
    assertFalse(SharedStores.isShared(type));
  }

  @Test
  void a_part_that_others_may_change_is_looked_at_with_all_the_rest_which_is_said_once()
      throws Exception {
    ProjectFixture project = new ProjectFixture(temporary).file("prompts/p.txt", "");
    Path tools = Files.createDirectories(temporary.toRealPath().resolve("elsewhere/tools"));
    project.env.put("MCPBASH_TOOLS_DIR", tools.toString());
    WatchedFolders folders = project.open().watchedFolders();
    try (FolderEvents ours = FolderNotices.open(folders)) {
      assumeTrue(ours instanceof FolderNotices, "the system tells nothing here");
    }
    try (FolderWatch watch = watch(folders, folder -> "nfs4")) {
      assertEquals(1, said.size(), said.toString());
      assertTrue(said.get(0).contains("of type nfs4"), said.toString());
      Files.writeString(tools.resolve("new"), "");
      assertTrue(watch.await(WatchFixture.DEADLINE.toNanos()));
      watch.renew();
      assertEquals(1, said.size(), said.toString());
    }
  }

  @Test
  void a_file_system_is_asked_once_and_one_that_does_not_say_what_it_is_is_believed()
      throws IOException {
    List<Path> asked = new ArrayList<>();
    SharedStores stores =
        new SharedStores(
            folder -> {
              asked.add(folder);
              return "ext4";
            });
    stores.refuse(temporary);
    stores.refuse(Files.createDirectory(temporary.resolve("below")));
    assertEquals(List.of(temporary), asked);
    SharedStores silent =
        new SharedStores(
            folder -> {
              throw new IOException("Mount point not found");
            });
    assertDoesNotThrow(() -> silent.refuse(temporary));
  }

  @Test
  void what_is_refused_is_named() {
    SharedStores stores = new SharedStores(folder -> "fuse.sshfs");
    IOException refused = assertThrows(IOException.class, () -> stores.refuse(temporary));
    assertEquals(IOException.class, refused.getClass(), "no trouble of this folder alone");
    assertTrue(refused.getMessage().contains(temporary.toString()), refused.getMessage());
    assertTrue(refused.getMessage().contains("fuse.sshfs"), refused.getMessage());
  }
}
