package dev.bullpen.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What bears a name, compared with what the JDK says of it. */
class FileStatusTests {
  @TempDir Path folder;

  private static void assertAsTheJdkSays(Path path) throws IOException {
    Map<String, Object> file =
        Files.readAttributes(path, "unix:mode,ino", LinkOption.NOFOLLOW_LINKS);
    FileStatus status = new FileStatus(path);
    assertTrue(status.read());
    assertEquals(file.get("mode"), status.mode());
    assertEquals(file.get("ino"), status.inode());
    assertEquals(Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS), status.isFolder());
  }

  @Test
  void a_file_a_folder_and_a_link_are_seen_as_what_they_are() throws IOException {
    Path file = Files.writeString(folder.resolve("a file, schön"), "twelve bytes");
    assertAsTheJdkSays(file);
    assertAsTheJdkSays(folder);
    assertAsTheJdkSays(Files.createSymbolicLink(folder.resolve("link"), file));
    assertAsTheJdkSays(Files.createSymbolicLink(folder.resolve("to folder"), folder));
    assertAsTheJdkSays(Files.createSymbolicLink(folder.resolve("dangling"), Path.of("/no/such")));
  }

  @Test
  void a_name_need_not_be_text() throws IOException {
    String script =
        "cd \"$1\"; for n in 1 2%20 3%; do : >\"$(printf 'n\\344me')$n\"; done; mkdir \"$(printf '\\377')\"";
    assertEquals(0, Ran.script(script, folder).status().shellCode());
    try (Stream<Path> entries = Files.list(folder)) {
      List<Path> all = entries.toList();
      assertEquals(4, all.size());
      for (Path entry : all) {
        assertAsTheJdkSays(entry);
        assertAsTheJdkSays(Path.of("").toAbsolutePath().relativize(entry));
      }
    }
  }

  @Test
  void each_read_finds_what_is_there_then() throws IOException {
    Path path = folder.resolve("file");
    FileStatus status = new FileStatus(path);
    assertFalse(status.read());
    assertFalse(status.isFolder());
    assertEquals(0, status.inode());
    Files.writeString(path, "one");
    assertTrue(status.read());
    assertNotEquals(0, status.inode());
    Files.delete(path);
    assertFalse(status.read());
    assertEquals(0, status.inode());
  }

  @Test
  void a_file_is_as_remembered_until_anything_about_it_changes() throws Exception {
    Path path = Files.writeString(folder.resolve("file"), "one");
    FileStatus status = new FileStatus(path);
    assertFalse(status.isAsRemembered());
    status.remember();
    assertTrue(status.isAsRemembered());
    assertEquals("one", Files.readString(path));
    assertTrue(status.isAsRemembered(), "read");
    for (List<String> change :
        List.of(
            List.of("chmod", "u+x", "file"),
            List.of("touch", "-d", "2001-01-01", "file"),
            List.of("sh", "-c", "echo two >>file"),
            List.of("ln", "file", "second"),
            List.of("sh", "-c", "cp -p file other; mv other file"))) {
      status.remember();
      assertTrue(status.isAsRemembered());
      ran(change);
      assertFalse(status.isAsRemembered(), change.toString());
      assertFalse(status.isAsRemembered(), change.toString());
    }
  }

  private void ran(List<String> command) throws Exception {
    assertEquals(0, new ProcessBuilder(command).directory(folder.toFile()).start().waitFor());
  }

  @Test
  void nothing_is_as_remembered_where_nothing_is() throws IOException {
    Path path = folder.resolve("file");
    FileStatus status = new FileStatus(path);
    status.remember();
    assertFalse(status.isAsRemembered());
    Files.writeString(path, "one");
    assertFalse(status.isAsRemembered());
  }

  @Test
  void behind_a_link_is_what_it_leads_to() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "twelve bytes");
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    FileStatus status = FileStatus.behindLinks(link);
    status.remember();
    assertFalse(status.isAbsent());
    Files.writeString(file, "more than twelve bytes");
    assertFalse(status.isAsRemembered());
    Files.delete(file);
    assertFalse(status.read());
    assertTrue(status.isAbsent());
    assertTrue(new FileStatus(link).read());
  }

  @Test
  void a_stamp_differs_after_a_change_even_if_size_and_time_are_as_before() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "one");
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    String before = FileStatus.stamp(file);
    assertEquals(before, FileStatus.stamp(file));
    assertEquals(before, FileStatus.stampBehindLinks(link));
    assertNotEquals(before, FileStatus.stamp(link));
    FileTime time = Files.getLastModifiedTime(file);
    Path other = Files.writeString(folder.resolve("other"), "two");
    Files.setLastModifiedTime(other, time);
    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
    assertNotEquals(before, FileStatus.stampBehindLinks(link));
    Files.delete(file);
    assertEquals(FileStatus.NO_STAMP, FileStatus.stampBehindLinks(link));
  }

  @Test
  void only_a_path_that_can_be_read_is_certainly_absent() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    Path loop = Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
    assertAbsent(true, folder.resolve("none"));
    assertAbsent(true, folder.resolve("none/none"));
    assertAbsent(true, file.resolve("none"));
    assertAbsent(false, loop);
    assertAbsent(false, loop.resolve("none"));
    assertAbsent(false, file);
  }

  private static void assertAbsent(boolean absent, Path path) {
    FileStatus status = FileStatus.behindLinks(path);
    status.read();
    assertEquals(absent, status.isAbsent(), path.toString());
  }
}
