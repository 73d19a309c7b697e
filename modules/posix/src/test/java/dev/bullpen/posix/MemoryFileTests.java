package dev.bullpen.posix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class MemoryFileTests {
  @Test
  void what_was_put_in_comes_out_in_its_order() throws IOException {
    try (MemoryFile file = MemoryFile.open().orElseThrow()) {
      file.append(new byte[] {1, 2});
      file.append(new byte[] {3});
      byte[] read = new byte[5];
      file.readTo(read, 1);
      file.append(new byte[] {4});
      assertArrayEquals(new byte[] {0, 1, 2, 3, 0}, read);
      file.readTo(read, 0);
      assertArrayEquals(new byte[] {1, 2, 3, 4, 0}, read);
    }
  }

  @Test
  void one_descriptor_is_open_until_it_is_closed() throws IOException {
    long before = openHere();
    MemoryFile file = MemoryFile.open().orElseThrow();
    assertEquals(before + 1, openHere());
    file.close();
    file.close();
    assertEquals(before, openHere());
    assertThrows(IOException.class, () -> file.append(new byte[] {1}));
  }

  private static long openHere() throws IOException {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      return descriptors.filter(MemoryFileTests::isInMemory).count();
    }
  }

  private static boolean isInMemory(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().startsWith("/memfd:bullpen");
    } catch (IOException e) {
      return false; // closed by now
    }
  }
}
