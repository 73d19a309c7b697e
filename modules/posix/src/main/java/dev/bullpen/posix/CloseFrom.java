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
    Jna.prepare();
    try {
      Native.register(CloseFrom.class, "c");
      return true;
    } catch (UnsatisfiedLinkError e) {
      return false;
    }
  }

  /** Make sure the child of the coming spawn has no descriptor from {@code first} on. */
  static void add(long actions, int first) throws PosixException {
    if (AS_FILE_ACTION) {
      PosixException.check(
          "posix_spawn_file_actions_addclosefrom_np",
          posix_spawn_file_actions_addclosefrom_np(actions, first));
    } else if (LinuxC.syscall(
            LinuxC.SYS_CLOSE_RANGE, first, 0xffffffffL, LinuxC.CLOSE_RANGE_CLOEXEC, 0)
        < 0) {
      throw PosixException.last("close_range");
    }
  }
}
