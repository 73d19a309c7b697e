package dev.bullpen.posix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.jna.Native;
import dev.bullpen.posix.libc.Jna;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is made for the owner alone is his whatever the umask says. */
class UmaskTests {
  static {
    Native.register(UmaskTests.class, Jna.process());
  }

  @TempDir Path parent;

  private static native int umask(int mask);

  @ParameterizedTest
  @ValueSource(ints = {0, 0022, 0277, 0777})
  void its_owner_may_use_what_is_made(int mask) throws IOException {
    int before = umask(mask);
    try {
      Path folder = PrivateFolder.make(parent.resolve("folder")).path();
      assertEquals("rwx------", permissions(folder));
      SmallFiles files = new SmallFiles();
      files.write(folder.resolve("file"), new byte[] {1});
      assertEquals("rw-------", permissions(folder.resolve("file")));
      assertArrayEquals(new byte[] {1}, files.read(folder.resolve("file"), 10).orElseThrow());
      Descriptor.ofNewFifo(folder.resolve("fifo")).close();
      assertEquals("rw-------", permissions(folder.resolve("fifo")));
    } finally {
      umask(before);
    }
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
