package dev.bullpen.project.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegularFileTests {
  private static final Path FILE = Path.of("/nowhere/file");

  private static IOException translated(int errno) {
    return RegularFile.translated(FILE, new PosixException("open", errno));
  }

  private static Optional<String> noted(int errno) {
    Unread unread = new Unread();
    unread.during(
        () -> {
          Unread.note(translated(errno));
          return 0;
        });
    return unread.first();
  }

  /** EINTR, EIO, EMFILE, ENOTCONN, ETIMEDOUT, EHOSTDOWN and ESTALE of Linux. */
  @ParameterizedTest
  @ValueSource(ints = {4, 5, 24, 107, 110, 112, 116})
  void what_a_disk_in_the_network_refuses_is_unread(int errno) {
    IOException e = translated(errno);
    assertEquals(FileSystemException.class, e.getClass());
    assertEquals(FILE.toString(), ((FileSystemException) e).getFile());
    assertEquals(true, noted(errno).isPresent());
  }

  @Test
  void what_came_into_the_place_of_a_file_has_replaced_it() {
    for (int errno : new int[] {Errno.ELOOP, Errno.ENXIO, Errno.ENOTDIR, Errno.EISDIR}) {
      assertEquals(RegularFile.replaced().getMessage(), translated(errno).getMessage());
      assertEquals(Optional.empty(), noted(errno));
    }
  }

  @Test
  void what_is_wrong_with_the_file_itself_has_a_class_of_its_own() {
    assertEquals(NoSuchFileException.class, translated(Errno.ENOENT).getClass());
    assertEquals(AccessDeniedException.class, translated(Errno.EACCES).getClass());
  }
}
