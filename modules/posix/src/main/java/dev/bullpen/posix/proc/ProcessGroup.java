package dev.bullpen.posix.proc;

import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.libc.LibC;

/**
 * A process group that is certainly not ours: the value a group signal needs.
 *
 * <p>It is made from the pid of a child that was spawned as the leader of its own group or session,
 * so the number is right from the moment the spawn returns. Neither 0, 1 nor our own group can be
 * built, because a signal to them would end this process, or every process of the user; see
 * kill(2).
 */
public record ProcessGroup(int id) {
  /** Only this process could change it, and never does; see setpgid(2). */
  private static final int OURS = LibC.getpgrp();

  public ProcessGroup {
    if (id <= 1 || id == OURS) {
      throw new IllegalArgumentException("not a process group of a child: " + id);
    }
  }

  /**
   * Signal every process of the group.
   *
   * @return false if there is none left, or none that is not another user's by now
   */
  public boolean signal(Signal signal) throws PosixException {
    return signal.sendTo(-id);
  }

  /** Whether a process is in it; false if there is none of that number. */
  public boolean has(int pid) {
    return LibC.getpgid(pid) == id;
  }

  /** Whether any process is left in it; a dead leader counts until it has been waited for. */
  public boolean exists() {
    return LibC.kill(-id, 0) == 0 || LibC.errno() != Errno.ESRCH;
  }
}
