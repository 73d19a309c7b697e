package dev.bullpen.posix.libc;

import com.sun.jna.Native;

/** The C library, by the names of the man pages. Only ints and addresses, on a 64-bit system. */
public final class LibC {
  // Flags of open(2); on Linux the same on every processor that has a JDK.
  public static final int O_RDONLY = 0;
  public static final int O_WRONLY = 1;
  public static final int O_RDWR = 2;
  public static final int O_NONBLOCK = Host.HERE == Host.LINUX ? 04000 : 0x4;
  public static final int O_CLOEXEC = Host.HERE == Host.LINUX ? 02000000 : 0x1000000;

  static {
    Native.register(LibC.class, Jna.process());
  }

  private LibC() {}

  public static int errno() {
    return Native.getLastError();
  }

  // see posix_spawn(3)
  public static native int posix_spawn(
      int[] pid, byte[] path, long fileActions, long attributes, long argv, long envp);

  public static native int posix_spawn_file_actions_init(long actions);

  public static native int posix_spawn_file_actions_destroy(long actions);

  public static native int posix_spawn_file_actions_adddup2(long actions, int from, int to);

  public static native int posix_spawn_file_actions_addclose(long actions, int fd);

  public static native int posix_spawn_file_actions_addopen(
      long actions, int fd, byte[] path, int flags, int mode);

  public static native int posix_spawn_file_actions_addchdir_np(long actions, byte[] path);

  public static native int posix_spawnattr_init(long attributes);

  public static native int posix_spawnattr_setflags(long attributes, short flags);

  public static native int posix_spawnattr_setpgroup(long attributes, int group);

  public static native int posix_spawnattr_setsigmask(long attributes, long signals);

  public static native int posix_spawnattr_setsigdefault(long attributes, long signals);

  // see pipe(2), read(2), write(2), close(2), dup(2), poll(2)
  public static native int pipe(int[] ends);

  public static native long read(int fd, long buffer, long count);

  public static native long write(int fd, long buffer, long count);

  public static native int close(int fd);

  public static native int dup(int descriptor);

  public static native int dup2(int from, int to);

  public static native int poll(long descriptors, long count, int timeoutMillis);

  // see open(2), mkfifo(3), chmod(2), rename(2), unlink(2); open with a third argument, which makes
  // a file, is in LinuxC
  public static native int open(byte[] path, int flags);

  public static native int creat(byte[] path, int mode);

  public static native int mkfifo(byte[] path, int mode);

  public static native int chmod(byte[] path, int mode);

  public static native int fchmod(int file, int mode);

  public static native int rename(byte[] from, byte[] to);

  public static native int unlink(byte[] path);

  // see kill(2), signal(2), waitpid(2), waitid(2), getpid(2), geteuid(2), getpgrp(2), getpgid(2),
  // sched_yield(2)
  public static native int kill(int pid, int signal);

  public static native long signal(int signal, long handler);

  public static native int waitpid(int pid, int[] status, int options);

  public static native int waitid(int idType, int id, long info, int options);

  public static native int getpid();

  public static native int geteuid();

  public static native int getppid();

  public static native int getpgrp();

  public static native int getpgid(int pid);

  public static native int sched_yield();

  // see getrlimit(2)
  public static native int getrlimit(int resource, long limit);

  public static native int setrlimit(int resource, long limit);
}
