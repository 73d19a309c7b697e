package dev.bullpen.posix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the JVM itself writes to: descriptor 1. It writes thread dumps while all threads stand
 * still, so a pipe that nobody reads would stop the whole process.
 */
public final class JvmOutput {
  private static final Path ITSELF = Path.of("/proc/self/fd/1");
  private static final Path ERROR_OUTPUT = Path.of("/proc/self/fd/2");
  private static final int NUMBER = 1;

  private JvmOutput() {}

  /**
   * Have it lose what a full pipe does not take, instead of waiting. Only if it is the pipe the
   * error output is, which goes on waiting: the pipe is opened once more, because whoever shares a
   * descriptor shares that too.
   *
   * @return whether it is so now; false for sockets, which cannot be opened, and other systems than
   *     Linux
   */
  public static boolean neverWait() {
    if (Host.HERE != Host.LINUX || !isPipeOfErrorOutput()) {
      return false;
    }
    int flags = OpenFlags.WRITE_ONLY | OpenFlags.NONBLOCK | OpenFlags.CLOEXEC;
    int again = LibC.open(CText.of(ITSELF), flags);
    if (again < 0) {
      return false; // another user's
    }
    boolean done = LibC.dup2(again, NUMBER) == NUMBER;
    LibC.close(again);
    return done;
  }

  private static boolean isPipeOfErrorOutput() {
    try {
      String what = Files.readSymbolicLink(ITSELF).toString();
      return what.startsWith("pipe:")
          && what.equals(Files.readSymbolicLink(ERROR_OUTPUT).toString());
    } catch (IOException e) {
      return false; // no /proc
    }
  }
}
