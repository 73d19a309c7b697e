package dev.bullpen.posix;

import com.sun.jna.Native;

/**
 * Keeps our descriptors from a child: posix_spawn_file_actions_addclosefrom_np (glibc 2.34, 2021)
 * where there is one, else close_range(2) with CLOSE_RANGE_CLOEXEC over our own descriptors just
 * before the spawn.
 */
final class CloseFrom {
  private static final boolean AS_FILE_ACTION = register();

  private CloseFrom() {}

  private static native int posix_spawn_file_actions_addclosefrom_np(long actions, int from);

  private static boolean register() {
    if (Host.HERE != Host.LINUX) {
      return false; // a flag of the spawn says it
    }
    try {
      Native.register(CloseFrom.class, Jna.process());
      return true;
    } catch (UnsatisfiedLinkError e) {
      return false;
    }
  }

  /** Keep every descriptor from {@code first} on from the children of these actions. */
  static void add(long actions, int first) throws PosixException {
    if (AS_FILE_ACTION) {
      PosixException.check(
          "posix_spawn_file_actions_addclosefrom_np",
          posix_spawn_file_actions_addclosefrom_np(actions, first));
    }
  }

  /** The same where no action can say it: done to ourselves, right before each spawn. */
  static void beforeSpawn(int first) throws PosixException {
    if (!AS_FILE_ACTION
        && Host.HERE == Host.LINUX
        && LinuxC.syscall(LinuxC.SYS_CLOSE_RANGE, first, 0xffffffffL, LinuxC.CLOSE_RANGE_CLOEXEC, 0)
            < 0) {
      throw PosixException.last("close_range");
    }
  }
}
