package dev.bullpen.project.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.catalog.WatchedFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders that others change too are polled, because the system does not report their changes. */
class SharedStoresTests extends ProjectTest {
  private final List<String> said = new ArrayList<>();
  private final List<Path> asked = new ArrayList<>();

  /** Notices of folders that lie on a file system of some type. */
  private FolderWatch.Events open(WatchedFolders folders, String type) throws IOException {
    return FolderNotices.begun(
        new FolderNotices(folders) {
          @Override
          String fileSystem(Path folder) throws IOException {
            asked.add(folder);
            if (type.isEmpty()) {
              throw new IOException("Mount point not found");
            }
            return type;
          }
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"nfs", "nfs4", "cifs", "smb3", "9p", "virtiofs", "vboxsf", "fuse", "fuse.sshfs"})
  void what_comes_over_a_network_or_from_a_host_is_shared(String type) {
    assertTrue(FolderNotices.isShared(type));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ext4", "xfs", "btrfs", "zfs", "tmpfs", "overlay", "fuseblk", "NTFS", ""})
  void a_disk_of_our_own_is_not(String type) {
    assertFalse(FolderNotices.isShared(type));
  }

  @Test
  void a_part_that_others_may_change_is_polled_with_all_the_rest_which_is_reported_once()
      throws Exception {
    project.file("prompts/p.txt", "");
    Path tools = Files.createDirectories(temporary.toRealPath().resolve("elsewhere/tools"));
    project.env.put("MCPBASH_TOOLS_DIR", tools.toString());
    WatchedFolders folders = project.open().watchedFolders();
    try (FolderWatch.Events ours = FolderNotices.open(folders)) {
      assumeTrue(ours instanceof FolderNotices, "the system reports no changes here");
    }
    try (FolderWatch watch = FolderWatch.open(folders, all -> open(all, "nfs4"), said::add)) {
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
    WatchedFolders folders = project.tool("t").open().watchedFolders();
    try (FolderWatch.Events events = open(folders, "ext4")) {
      assumeTrue(events instanceof FolderNotices, "the system reports no changes here");
    }
    assertEquals(List.of(folders.root()), asked);
    try (FolderWatch.Events events = open(folders, "")) {
      assertTrue(events instanceof FolderNotices);
    }
  }
}
