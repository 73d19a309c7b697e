package dev.bullpen.helper.leader;

import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.ProcessGroup;
import dev.bullpen.posix.proc.Signal;
import dev.bullpen.wire.Safeguard;

/**
 * The process group of a child of ours that leads it, and in which a script is. A leader can leave
 * it for another group, ours for instance, which is never signalled.
 */
public final class ScriptGroup {
  private final ProcessGroup group;

  /**
   * @param leader not waited for as long as anybody signals the group
   */
  public ScriptGroup(int leader) {
    this.group = new ProcessGroup(leader);
  }

  /**
   * To all who are in it, and to a leader who has left it. KILL reaches him in any case: he may
   * come back before we look, and is going to be waited for.
   */
  public void signalWithLeader(Signal signal) throws PosixException {
    signal(signal);
    if (signal == Signal.KILL || !has(group.id())) {
      Child.signal(group.id(), signal);
    }
  }

  /** Whether a process is in it. */
  public boolean has(int pid) {
    return group.has(pid);
  }

  /** To all who are in it. */
  public void signal(Signal signal) throws PosixException {
    if (Safeguard.GROUP.on()) {
      group.signal(signal);
    } else {
      Child.signal(group.id(), signal);
    }
  }
}
