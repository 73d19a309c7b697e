package dev.bullpen.posix;

import com.sun.jna.Native;

/**
 * The C library, names as in the man pages, ints and addresses only; a 64-bit system is assumed.
 */
final class LibC {
  static {
    Native.register(LibC.class, Jna.process());
  }

  private LibC() {}

  static int errno() {
    return Native.getLastError();
  }

  // see posix_spawn(3)
  static native int posix_spawn(
      int[] pid, byte[] path, long fileActions, long attributes, long argv, long envp);

  static native int posix_spawn_file_actions_init(long actions);

  static native int posix_spawn_file_actions_destroy(long actions);

  static native int posix_spawn_file_actions_adddup2(long actions, int from, int to);

  static native int posix_spawn_file_actions_addclose(long actions, int fd);

  static native int posix_spawn_file_actions_addopen(
      long actions, int fd, byte[] path, int flags, int mode);

  static native int posix_spawn_file_actions_addchdir_np(long actions, byte[] path);

  static native int posix_spawnattr_init(long attributes);

  static native int posix_spawnattr_setflags(long attributes, short flags);

  static native int posix_spawnattr_setpgroup(long attributes, int group);

  static native int posix_spawnattr_setsigmask(long attributes, long signals);

  static native int posix_spawnattr_setsigdefault(long attributes, long signals);

  // see pipe(2), read(2), write(2), close(2), dup(2), poll(2)
  static native int pipe(int[] ends);

  static native long read(int fd, long buffer, long count);

  static native long write(int fd, long buffer, long count);

  static native int close(int fd);

  static native int dup(int descriptor);

  static native int dup2(int from, int to);

  static native int poll(long descriptors, long count, int timeoutMillis);

  // see open(2), mkfifo(3), chmod(2), rename(2), unlink(2); open takes no third argument unless it
  // creates,
  // which is in LinuxC
  static native int open(byte[] path, int flags);

  static native int creat(byte[] path, int mode);

  static native int mkfifo(byte[] path, int mode);

  static native int chmod(byte[] path, int mode);

  static native int fchmod(int file, int mode);

  static native int rename(byte[] from, byte[] to);

  static native int unlink(byte[] path);

  // see kill(2), signal(2), waitpid(2), waitid(2), getpid(2), geteuid(2), getpgrp(2), getpgid(2),
  // sched_yield(2)
  static native int kill(int pid, int signal);

  static native long signal(int signal, long handler);

  static native int waitpid(int pid, int[] status, int options);

  static native int waitid(int idType, int id, long info, int options);

  static native int getpid();

  static native int geteuid();

  static native int getppid();

  static native int getpgrp();

  static native int getpgid(int pid);

  static native int sched_yield();
}
