package dev.bullpen.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrivateFolderTests {
  @TempDir Path parent;

  private PrivateFolder folder;

  @BeforeEach
  void make() throws IOException {
    folder = PrivateFolder.make(parent.resolve("folder"));
  }

  @Test
  void no_other_user_can_enter_it_and_it_is_made_once() throws IOException {
    assertEquals(
        PosixFilePermissions.fromString("rwx------"), Files.getPosixFilePermissions(folder.path()));
    assertThrows(FileAlreadyExistsException.class, () -> PrivateFolder.make(folder.path()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo a >file; echo b >.hidden",
        "mkdir -p a/b/c d; echo x >a/b/c/file",
        "mkfifo pipe; ln -s /no/such dangling",
        "mkdir -p a/b; chmod 0 a/b; chmod 0 a",
        "mkdir a; echo x >a/file; chmod 500 a; echo y >file; chmod 500 .",
        "touch \"$(printf 'n\\344me')\" \"$(printf 'new\\nline')\" -- -rf",
        "ln -s . loop; mkdir a; ln -s .. a/up",
        "i=0; while [ $i -lt 200 ]; do mkdir d; cd d; i=$((i+1)); done",
        "mkdir -p .lifted-1/.lifted-1/a .lifted-0/b; touch .lifted-2",
        "mkdir -p a/b/c; chmod 0 a/b/c a/b a",
      })
  void all_but_one_entry_can_be_removed_whatever_it_is(String script) throws IOException {
    Files.createFile(folder.path().resolve("kept"));
    assertEquals(0, Ran.script("cd \"$1\"; " + script, folder.path()).status().shellCode());
    folder.emptyBut(Set.of("kept"));
    assertEquals(List.of("kept"), entries());
    folder.remove();
    assertFalse(Files.exists(folder.path()));
  }

  /** 250 times 200 bytes: more than ten times what a path may have (PATH_MAX, 4096 bytes). */
  @Test
  void a_folder_deeper_than_any_path_can_be_named_is_removed() throws IOException {
    String name = "x".repeat(200);
    assertEquals(
        0,
        Ran.script(
                "cd \"$1\"; i=0; while [ $i -lt 250 ]; do mkdir %1$s && cd -P %1$s || exit; i=$((i+1)); done"
                    .formatted(name),
                folder.path())
            .status()
            .shellCode());
    folder.remove();
    assertFalse(Files.exists(folder.path()));
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "mount", "a/mount", "a/b/mount", "m\\344unt", "a/m\\344unt"})
  void a_mount_is_left_as_it_is(String name, @TempDir Path outside) throws IOException {
    assumeTrue(FileStatus.tellsMounts(), "the kernel shows no mounts, or may not be asked");
    assertLeavesMount(name, outside);
  }

  /** As before Linux 5.8, and in a sandbox without statx(2). */
  @ParameterizedTest
  @EnabledOnOs(OS.LINUX)
  @ValueSource(strings = {".", "mount", "a/b/mount", "a/m\\344unt", "a b/m\\134o\\nu#n\\303\\244t"})
  void a_mount_is_left_as_it_is_where_only_the_table_of_mounts_shows_it(
      String name, @TempDir Path outside) throws IOException {
    Path path = PrivateFolder.make(parent.resolve("the #1 \\ \n folder")).path();
    folder = new PrivateFolder(path, false);
    assertLeavesMount(name, outside);
  }

  /** Its name begins like that of the folder. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void a_mount_beside_the_folder_keeps_nothing_in_it(@TempDir Path outside) throws IOException {
    folder = new PrivateFolder(folder.path(), false);
    Files.createFile(folder.path().resolve("file"));
    assumeTrue(mount(outside, "../folder2"), "this user cannot mount: run this as root");
    try {
      folder.remove();
    } finally {
      assertTrue(succeeds("umount \"$1\"", parent.resolve("folder2").toString()));
    }
    assertFalse(Files.exists(folder.path()));
  }

  private void assertLeavesMount(String name, Path outside) throws IOException {
    Files.createDirectory(outside.resolve("deep"));
    Files.writeString(outside.resolve("file"), "precious");
    Set<PosixFilePermission> permissions = PosixFilePermissions.fromString("r-xr-x--x");
    Files.setPosixFilePermissions(outside, permissions);
    assumeTrue(mount(outside, name), "this user cannot mount: run this as root");
    try {
      assertThrows(IOException.class, folder::remove);
      assertThrows(IOException.class, folder::empty);
      assertEquals("precious", Files.readString(outside.resolve("file")));
      assertTrue(Files.isDirectory(outside.resolve("deep")));
      assertEquals(permissions, Files.getPosixFilePermissions(outside));
    } finally {
      unmountAll();
    }
    folder.remove();
    assertFalse(Files.exists(folder.path()));
  }

  /**
   * Mount something in the folder.
   *
   * @param name as printf(1) has it
   */
  private boolean mount(Path outside, String name) throws IOException {
    String script =
        "at=\"$1/$(printf \"$3\")\"; mkdir -p \"$at\" && mount --bind \"$2\" \"$at\" 2>/dev/null";
    return succeeds(script, folder.path().toString(), outside.toString(), name);
  }

  /** What it was mounted in may have been moved up. */
  private void unmountAll() throws IOException {
    String script = "find \"$1\" -type d -exec mountpoint -q {} \\; -exec umount {} \\; -prune";
    assertTrue(succeeds(script, folder.path().toString()));
  }

  private static boolean succeeds(String script, String... arguments) throws IOException {
    Map<String, String> environment = Map.of("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    return Ran.script(script, List.of(arguments), environment, Optional.empty())
            .status()
            .shellCode()
        == 0;
  }

  @Test
  void it_is_as_made_only_while_it_is_empty_and_no_other_user_may_enter() throws IOException {
    assertTrue(folder.isAsMade());
    Path file = Files.createFile(folder.path().resolve(".hidden"));
    assertFalse(folder.isAsMade());
    Files.delete(file);
    assertTrue(folder.isAsMade());
    Files.setPosixFilePermissions(folder.path(), PosixFilePermissions.fromString("rwx--x---"));
    assertFalse(folder.isAsMade());
    Files.setPosixFilePermissions(folder.path(), PosixFilePermissions.fromString("rwx------"));
    Files.move(folder.path(), parent.resolve("other"));
    assertFalse(folder.isAsMade());
    Files.createSymbolicLink(folder.path(), parent.resolve("other"));
    assertFalse(folder.isAsMade());
  }

  @Test
  void links_are_removed_and_what_they_lead_to_is_not() throws IOException {
    Path outside = Files.createDirectory(parent.resolve("outside"));
    Path file = Files.writeString(outside.resolve("file"), "precious");
    Files.createSymbolicLink(folder.path().resolve("folder"), outside);
    Files.createSymbolicLink(folder.path().resolve("file"), file);
    folder.remove();
    assertEquals("precious", Files.readString(file));
  }

  @Test
  void a_link_in_its_place_leads_nowhere() throws IOException {
    Path outside = Files.createDirectory(parent.resolve("outside"));
    Path file = Files.writeString(outside.resolve("file"), "precious");
    Files.delete(folder.path());
    Files.createSymbolicLink(folder.path(), outside);
    assertThrows(IOException.class, folder::empty);
    assertEquals("precious", Files.readString(file));
    folder.remove();
    assertEquals("precious", Files.readString(file));
    assertFalse(Files.exists(folder.path(), LinkOption.NOFOLLOW_LINKS));
  }

  @ParameterizedTest
  @ValueSource(strings = {"r-x------", "rwxrwxrwx", "---------"})
  void once_it_is_emptied_only_its_owner_can_enter_it_again(String permissions) throws IOException {
    Files.createFile(folder.path().resolve("kept"));
    Files.setPosixFilePermissions(folder.path(), PosixFilePermissions.fromString(permissions));
    folder.emptyBut(Set.of("kept"));
    assertEquals(
        PosixFilePermissions.fromString("rwx------"), Files.getPosixFilePermissions(folder.path()));
    assertEquals(List.of("kept"), entries());
  }

  @Test
  void the_kept_name_keeps_no_folder() throws IOException {
    Files.createDirectories(folder.path().resolve("kept/deep"));
    Files.createFile(folder.path().resolve("other"));
    folder.emptyBut(Set.of("kept"));
    assertEquals(List.of(), entries());
    Files.createFile(folder.path().resolve("kept"));
    folder.empty();
    assertEquals(List.of(), entries());
  }

  @Test
  void what_is_gone_already_needs_no_removing() throws IOException {
    folder.remove();
    folder.remove();
    folder.emptyBut(Set.of("kept"));
    assertTrue(Files.exists(parent));
  }

  private List<String> entries() throws IOException {
    try (Stream<Path> entries = Files.list(folder.path())) {
      return entries.map(entry -> entry.getFileName().toString()).toList();
    }
  }
}
