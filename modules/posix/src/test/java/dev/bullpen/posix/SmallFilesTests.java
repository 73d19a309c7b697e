package dev.bullpen.posix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SmallFilesTests {
  private static final int NO_LIMIT = Integer.MAX_VALUE;

  @TempDir Path folder;

  private final SmallFiles files = new SmallFiles();

  private Path path(String name) {
    return folder.resolve(name);
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 64 * 1024 - 1, 64 * 1024, 64 * 1024 + 1, 1024 * 1024})
  void a_file_comes_back_as_it_was_written(int length) throws IOException {
    byte[] bytes = bytes(length);
    files.write(path("file"), bytes, path(".new"));
    assertArrayEquals(bytes, Files.readAllBytes(path("file")));
    assertArrayEquals(bytes, files.read(path("file"), NO_LIMIT).orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1})
  void no_more_is_read_than_asked_for(int beyond) throws IOException {
    int limit = 100_000;
    Files.write(path("file"), bytes(limit + beyond));
    assertEquals(
        Math.min(limit, limit + beyond), files.read(path("file"), limit).orElseThrow().length);
  }

  @Test
  void what_was_there_is_replaced_and_nothing_stays_beside_it() throws IOException {
    files.write(path("file"), bytes(100), path(".new"));
    files.write(path("file"), bytes(3), path(".new"));
    assertArrayEquals(bytes(3), Files.readAllBytes(path("file")));
    assertEquals(
        PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(path("file")));
    try (Stream<Path> entries = Files.list(folder)) {
      assertEquals(Set.of(path("file")), entries.collect(Collectors.toSet()));
    }
  }

  @Test
  void what_is_no_readable_file_is_none_and_is_not_waited_for() throws IOException {
    assertEquals(Optional.empty(), files.read(path("missing"), NO_LIMIT));
    assertEquals(Optional.empty(), files.read(folder, NO_LIMIT));
    Ran.script("mkfifo \"$1\"", path("fifo"));
    assertEquals(0, files.read(path("fifo"), NO_LIMIT).orElseThrow().length);
    Files.createSymbolicLink(path("endless"), Path.of("/dev/zero"));
    assertEquals(70_000, files.read(path("endless"), 70_000).orElseThrow().length);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mkfifo \"$1\"",
        "ln -s outside \"$1\"",
        "ln -s missing \"$1\"",
        "ln outside \"$1\"",
        "echo old >\"$1\"; chmod 0 \"$1\"",
      })
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void what_lies_where_a_file_is_made_is_neither_written_to_nor_waited_for(String script)
      throws IOException {
    Files.writeString(path("outside"), "precious");
    for (String name : List.of("file", ".new")) {
      assertEquals(
          0, Ran.script("cd \"${1%/*}\"; " + script, path(name)).status().shellCode(), name);
    }
    files.write(path("file"), bytes(3));
    assertArrayEquals(bytes(3), Files.readAllBytes(path("file")));
    files.write(path("file"), bytes(4), path(".new"));
    assertArrayEquals(bytes(4), Files.readAllBytes(path("file")));
    assertEquals(
        PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(path("file")));
    assertEquals("precious", Files.readString(path("outside")));
    try (Stream<Path> entries = Files.list(folder)) {
      assertEquals(Set.of(path("file"), path("outside")), entries.collect(Collectors.toSet()));
    }
  }

  @Test
  void a_folder_in_its_place_is_an_error() throws IOException {
    Files.createDirectory(path(".new"));
    assertThrows(PosixException.class, () -> files.write(path("file"), bytes(1), path(".new")));
    assertFalse(Files.exists(path("file")));
  }

  @Test
  void where_there_is_no_folder_nothing_can_be_written() {
    PosixException refused =
        assertThrows(
            PosixException.class, () -> files.write(path("no/file"), bytes(1), path("no/.new")));
    assertEquals(Errno.ENOENT, refused.errno());
  }

  @Test
  void a_removed_file_is_gone_and_can_be_removed_once() throws IOException {
    Files.createFile(path("file"));
    assertTrue(files.remove(path("file")));
    assertFalse(Files.exists(path("file")));
    assertFalse(files.remove(path("file")));
  }
}
