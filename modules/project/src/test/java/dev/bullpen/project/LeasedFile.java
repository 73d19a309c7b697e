package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.function.Executable;

/**
 * A file that is there, with all its permissions, and whose opening fails for a while: another
 * process has a lease on it; see F_SETLEASE in fcntl(2). So it is without a descriptor left.
 */
final class LeasedFile {
  private static final Path PYTHON = Path.of("/usr/bin/python3");

  private static final String HOLD =
      """
      import fcntl, os, signal, sys
      signal.signal(signal.SIGIO, signal.SIG_IGN)
      fcntl.fcntl(os.open(sys.argv[1], os.O_RDWR), fcntl.F_SETLEASE, fcntl.F_WRLCK)
      print("held", flush=True)
      sys.stdin.read()
      """;

  private LeasedFile() {}

  /** Do something while a file cannot be opened. */
  static void during(Path file, Executable work) throws Throwable {
    assumeTrue(
        Files.isExecutable(PYTHON) && Files.isDirectory(Path.of("/proc/self/fd")),
        "a lease needs Linux, and Python to take it");
    Process holder =
        new ProcessBuilder(PYTHON.toString(), "-c", HOLD, file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertEquals("held", holder.inputReader().readLine());
      work.execute();
    } finally {
      holder.getOutputStream().close();
      holder.waitFor();
    }
  }
}
