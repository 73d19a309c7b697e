package dev.bullpen.faults.machine;

import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.fixture.Sh;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/** The time of day as one server sees it, which a test can set; nobody else's is touched. */
final class SetClock {
  private final Path library;
  private final Path ahead;

  private SetClock(Path library, Path ahead) {
    this.library = library;
    this.ahead = ahead;
  }

  /** A clock that goes right; its files are in that folder, and it needs {@code cc}. */
  static SetClock in(Path folder) throws IOException {
    Path source = folder.resolve("clock.c");
    try (InputStream in = SetClock.class.getResourceAsStream("/clock.c")) {
      Files.copy(in, source);
    }
    Path library = folder.resolve("clock.so");
    Sh.run("cc -shared -fPIC -o $1 $2 -ldl", library.toString(), source.toString());
    SetClock clock = new SetClock(library, Files.createFile(folder.resolve("ahead")));
    clock.set(Duration.ZERO);
    return clock;
  }

  /** A server that goes by it. */
  Launcher of(Launcher launcher) {
    return launcher
        .environment("LD_PRELOAD", library.toString())
        .environment("BULLPEN_TEST_CLOCK", ahead.toString());
  }

  /** So much later than it is, from now on; before if it is less than nothing. */
  void set(Duration later) throws IOException {
    ByteBuffer seconds =
        ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder()).putLong(later.toSeconds());
    try (FileChannel file = FileChannel.open(ahead, StandardOpenOption.WRITE)) {
      file.write(seconds.flip(), 0);
    }
  }
}
