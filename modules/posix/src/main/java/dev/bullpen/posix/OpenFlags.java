package dev.bullpen.posix;

/** Flags of open(2). On Linux the same on every processor that has a JDK. */
final class OpenFlags {
  static final int READ_ONLY = 0;
  static final int WRITE_ONLY = 1;
  static final int READ_WRITE = 2;
  static final int NONBLOCK = Host.HERE == Host.LINUX ? 04000 : 0x4;
  static final int CLOEXEC = Host.HERE == Host.LINUX ? LinuxC.O_CLOEXEC : 0x1000000;

  private OpenFlags() {}
}
