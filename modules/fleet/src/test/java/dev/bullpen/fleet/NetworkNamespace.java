package dev.bullpen.fleet;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;

/**
 * A network namespace that a thread enters (setns(2)): sockets that it opens there belong to it.
 */
final class NetworkNamespace {
  /** CLONE_NEWNET of sched.h. */
  private static final int NETWORK = 0x40000000;

  /** O_CLOEXEC: read only, and not for programs that are started. */
  private static final int OPEN_FLAGS = 0x80000;

  static {
    Native.register("c");
  }

  private final int before;

  private NetworkNamespace(int before) {
    this.before = before;
  }

  private static native int open(String path, int flags) throws LastErrorException;

  private static native int setns(int descriptor, int type) throws LastErrorException;

  private static native int close(int descriptor) throws LastErrorException;

  /** This thread is in it until {@link #leave}. */
  static NetworkNamespace enter(String path) {
    int before = open("/proc/thread-self/ns/net", OPEN_FLAGS);
    int entered = open(path, OPEN_FLAGS);
    try {
      setns(entered, NETWORK);
      return new NetworkNamespace(before);
    } finally {
      close(entered);
    }
  }

  void leave() {
    try {
      setns(before, NETWORK);
    } finally {
      close(before);
    }
  }
}
