package dev.bullpen.posix.proc;

import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.libc.LibC;

/**
 * A process group that can be signalled, made from the pid of a child that was spawned as the
 * leader of its own group or session. It is never 0, 1 or the group of this process: a signal to
 * these would end this process, or every process of the user; see kill(2).
 */
public record ProcessGroup(int id) {
  /** Only this process could change its group, and never does; see setpgid(2). */
  private static final int OURS = LibC.getpgrp();

  public ProcessGroup {
    if (id <= 1 || id == OURS) {
      throw new IllegalArgumentException("not a process group of a child: " + id);
    }
  }

  /**
   * Signal every process of the group; false if no process of this user is left in it. A dead one
   * counts until it has been waited for.
   */
  public boolean signal(Signal signal) throws PosixException {
    return signal.sendTo(-id);
  }

  public boolean has(int pid) {
    return LibC.getpgid(pid) == id;
  }
}
