package dev.bullpen.posix.spawn;

import com.sun.jna.Native;
import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.libc.Host;
import dev.bullpen.posix.libc.Jna;
import dev.bullpen.posix.libc.LinuxC;
import java.io.File;

/** The ways to keep our descriptors from a child. */
enum CloseFrom {
  /** An action of the spawn: posix_spawn_file_actions_addclosefrom_np(3), glibc 2.34 of 2021. */
  FILE_ACTION {
    @Override
    void add(long actions, int first) throws PosixException {
      PosixException.check(
          "posix_spawn_file_actions_addclosefrom_np",
          Glibc.posix_spawn_file_actions_addclosefrom_np(actions, first));
    }
  },

  /** Our own are marked right before each spawn, with one call: close_range(2), Linux 5.11. */
  CLOSE_RANGE {
    @Override
    void beforeSpawn(int first) throws PosixException {
      if (markRange(first) < 0) {
        throw PosixException.last("close_range");
      }
    }
  },

  /** The same with a call for each of them. */
  EACH {
    @Override
    void beforeSpawn(int first) throws PosixException {
      String[] open = new File("/proc/self/fd").list();
      if (open == null) { // there is no descriptor left to read the list with
        throw new PosixException("/proc/self/fd", Errno.EMFILE);
      }
      for (String number : open) {
        int descriptor = Integer.parseInt(number);
        if (descriptor >= first) { // one that has been closed meanwhile goes to no child
          LinuxC.fcntl(descriptor, LinuxC.F_SETFD, LinuxC.FD_CLOEXEC);
        }
      }
    }
  },

  /** A flag of the spawn says it: macOS. */
  FLAG;

  private static final long HIGHEST = 0xffffffffL;

  static final CloseFrom HERE = find();

  private static final class Glibc {
    static {
      Native.register(Glibc.class, Jna.process());
    }

    static native int posix_spawn_file_actions_addclosefrom_np(long actions, int from);
  }

  private static CloseFrom find() {
    if (Host.HERE != Host.LINUX) {
      return FLAG;
    }
    try {
      Class.forName(Glibc.class.getName());
      return FILE_ACTION;
    } catch (UnsatisfiedLinkError | ClassNotFoundException e) {
      // A kernel may be too old, or a sandbox older than the call.
      return markRange(HIGHEST) < 0 ? EACH : CLOSE_RANGE;
    }
  }

  private static long markRange(long first) {
    return LinuxC.syscall(LinuxC.SYS_CLOSE_RANGE, first, HIGHEST, LinuxC.CLOSE_RANGE_CLOEXEC, 0);
  }

  /** Whether a child has what the actions of its spawn opened, until an action closes it. */
  boolean keepsCopies() {
    return this != FILE_ACTION;
  }

  /** Keep every descriptor from {@code first} on from the children of these actions. */
  void add(long actions, int first) throws PosixException {
    // Where no action can say it.
  }

  /** The same, done to ourselves, right before each spawn. */
  void beforeSpawn(int first) throws PosixException {
    // Where the actions, or the spawn, have said it.
  }
}
