package dev.bullpen.posix.spawn;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.IoBuffer;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.libc.Host;
import dev.bullpen.posix.libc.LinuxC;
import dev.bullpen.posix.proc.Self;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A program whose process is hidden from its first instruction on, as {@link Self#hide} hides this
 * one. For programs that cannot hide themselves, such as a shell. The kernel hides a process whose
 * program its user may run but not read; see PR_SET_DUMPABLE in prctl(2). Such a file is made in
 * memory. Linux only. Root may read every file, so its processes are not hidden.
 */
public final class HiddenProgram {
  /** Its owner, too, may only run it. */
  private static final int ONLY_RUN = 0111;

  private HiddenProgram() {}

  /**
   * Copy a program into memory. The copy lasts until this descriptor is closed and its processes
   * have ended. If copying fails, the program can only be started as it is.
   */
  public static Descriptor copy(Path program) throws IOException {
    if (Host.HERE != Host.LINUX) {
      throw new IOException("this system has no files in memory");
    }
    byte[] bytes = Files.readAllBytes(program);
    Descriptor copy = Descriptor.ofMemory();
    try {
      new IoBuffer().writeTo(copy, bytes, 0, bytes.length);
      if (LinuxC.fchmod(copy.number(), ONLY_RUN) != 0) {
        throw PosixException.last("fchmod");
      }
      return copy;
    } catch (IOException | RuntimeException | Error e) {
      copy.close();
      throw e;
    }
  }

  /**
   * Path of the copy in a child, by the child's own descriptor, which the child may close once it
   * runs.
   */
  public static String path(int number) {
    return "/proc/self/fd/" + number;
  }
}
