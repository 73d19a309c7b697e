package dev.bullpen.helper;

import dev.bullpen.posix.Child;
import dev.bullpen.posix.ExitStatus;
import dev.bullpen.posix.Self;
import dev.bullpen.posix.Signal;
import dev.bullpen.wire.Safeguard;
import java.io.IOException;
import java.util.List;

/**
 * What a script left behind. A helper is a sub-reaper: whoever outlives its parent becomes the
 * helper's own child, and while it has no child it has no descendant. So: end every child, wait for
 * it, and look again, until there is none.
 */
final class Leftovers {
  private static final ExitStatus BY_KILL = new ExitStatus.Signalled(Signal.KILL.number());

  private Leftovers() {}

  /**
   * End all of our children and wait for each.
   *
   * @return how many died of KILL, which the signal to their group may have brought already
   */
  static int end() throws IOException {
    int ended = 0;
    while (Safeguard.ADOPTED.on() && Child.any()) {
      List<Integer> children = Self.children();
      for (int pid : children) {
        // All are signalled before any is waited for, so that none has time to start another.
        Child.signal(pid, Signal.KILL);
      }
      for (int pid : children) {
        ended += Child.await(pid).equals(BY_KILL) ? 1 : 0;
      }
    }
    return ended;
  }

  /** Whether any child but {@code leader} is alive; the dead are waited for, but not the leader. */
  static boolean exist(int leader) throws IOException {
    boolean alive = false;
    for (int pid : Self.children()) {
      alive |= pid != leader && Child.poll(pid).isEmpty();
    }
    return alive;
  }
}
