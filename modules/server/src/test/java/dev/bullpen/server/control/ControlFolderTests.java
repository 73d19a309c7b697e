package dev.bullpen.server.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.posix.UnixListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@Timeout(60)
@SuppressWarnings("try") // what is listened on is not used
class ControlFolderTests {
  private static final int PID = 4711;

  @TempDir Path temporary;
  private Path path;
  private ControlFolder folder;

  @BeforeEach
  void a_folder() {
    path = temporary.resolve("bullpen");
    folder = new ControlFolder(path);
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void folder_and_socket_are_their_owners_alone_and_go_with_the_last_server() throws Exception {
    try (UnixListener first = folder.listen(PID);
        UnixListener second = folder.listen(PID + 1)) {
      assertEquals("rwx------", mode(path));
      assertEquals("rw-------", mode(folder.socket(PID)));
      assertEquals(List.of(PID, PID + 1), folder.servers().stream().sorted().toList());
      folder.remove(PID);
      assertEquals(List.of(PID + 1), folder.servers());
      folder.remove(PID + 1);
      assertTrue(Files.notExists(path));
    }
  }

  @Test
  void the_socket_of_a_server_that_has_died_is_replaced_and_that_of_one_that_lives_is_not()
      throws Exception {
    folder.listen(PID).close(); // as the kernel does when it is killed
    assertTrue(Files.exists(folder.socket(PID)));
    try (UnixListener again = folder.listen(PID)) {
      assertEquals(List.of(PID), folder.servers());
      IOException taken = assertThrows(IOException.class, () -> folder.listen(PID));
      assertTrue(taken.getMessage().contains("is there already"), taken.getMessage());
      assertFalse(UnixListener.isAbandoned(folder.socket(PID)));
    }
    assertEquals(List.of(), folder.servers());
    assertTrue(Files.notExists(folder.socket(PID)), "what has been left is removed");
  }

  @Test
  void what_is_no_socket_of_a_server_is_left_alone() throws Exception {
    folder.listen(PID).close();
    folder.servers();
    Path file = Files.writeString(folder.socket(PID), "mine");
    Path named = Files.writeString(path.resolve("notes"), "mine too");
    assertThrows(IOException.class, () -> folder.listen(PID));
    assertEquals(List.of(), folder.servers());
    assertEquals("mine", Files.readString(file));
    assertEquals("mine too", Files.readString(named));
  }

  @Test
  void a_folder_that_others_can_enter_or_a_link_or_a_file_is_not_used_and_not_changed()
      throws Exception {
    Files.createDirectory(path);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx--x---"));
    assertThrows(IOException.class, () -> folder.listen(PID));
    assertEquals("rwx--x---", mode(path));
    Files.delete(path);

    Path other = Files.createDirectory(temporary.resolve("other"));
    Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rwx------"));
    Files.createSymbolicLink(path, other);
    assertThrows(IOException.class, () -> folder.listen(PID));
    assertTrue(Files.isSymbolicLink(path));
    Files.delete(path);

    Files.writeString(path, "a file");
    IOException refused = assertThrows(IOException.class, () -> folder.listen(PID));
    assertTrue(refused.getMessage().contains("0700"), refused.getMessage());
    assertTrue(Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS));
  }

  @Test
  void a_path_that_is_too_long_for_a_socket_is_reported() {
    ControlFolder deep = new ControlFolder(temporary.resolve("x".repeat(100)));
    IOException refused = assertThrows(IOException.class, () -> deep.listen(PID));
    assertTrue(refused.getMessage().contains("XDG_RUNTIME_DIR"), refused.getMessage());
  }

  @Test
  void commands_search_where_servers_may_be_and_only_private_folders() throws Exception {
    Map<String, String> environment = Map.of("XDG_RUNTIME_DIR", temporary.toString());
    assertEquals(path.toString(), ControlFolder.ofServer(environment).get(0).toString());
    assertEquals(1, ControlFolder.ofServer(Map.of("XDG_RUNTIME_DIR", "relative")).size());
    assertFalse(shown(environment).contains(path.toString()));
    try (UnixListener listener = folder.listen(PID)) {
      assertTrue(shown(environment).contains(path.toString()));
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-x---"));
      assertFalse(shown(environment).contains(path.toString()));
    }
  }

  private static List<String> shown(Map<String, String> environment) {
    return ControlFolder.all(environment).stream().map(ControlFolder::toString).toList();
  }
}
