package dev.bullpen.helper;

import dev.bullpen.posix.Child;
import dev.bullpen.posix.ExitStatus;
import dev.bullpen.posix.Self;
import dev.bullpen.posix.Signal;
import dev.bullpen.wire.Safeguard;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
        ended += Child.awaitUnlessTaken(pid).equals(Optional.of(BY_KILL)) ? 1 : 0;
      }
    }
    return ended;
  }

  /**
   * Whether any child but {@code leader} is alive; the dead are waited for, but not the leader.
   *
   * @param asked children that have been sent TERM. Others that are alive are sent it now: they may
   *     have left the group that it was sent to
   */
  static boolean remain(int leader, Set<Integer> asked) throws IOException {
    boolean alive = false;
    for (int pid : Self.children()) {
      if (pid != leader && Child.isAlive(pid)) {
        alive = true;
        if (asked.add(pid)) {
          Child.signal(pid, Signal.TERM);
          Child.signal(pid, Signal.CONT);
        }
      }
    }
    return alive;
  }
}
