package dev.bullpen.helper;

import dev.bullpen.posix.Child;
import dev.bullpen.posix.Self;
import dev.bullpen.posix.Signal;
import dev.bullpen.wire.Safeguard;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a script left behind. A helper is a sub-reaper: whoever outlives its parent becomes the
 * helper's own child, and while it has no child it has no descendant. So: end every child, wait for
 * it, and look again, until there is none.
 */
final class Leftovers {
  private Leftovers() {}

  /**
   * End all of our children.
   *
   * @return how many had to be ended; those already dead are not counted
   */
  static int end() throws IOException {
    int ended = 0;
    while (Safeguard.ADOPTED.on() && Child.any()) {
      List<Integer> dying = new ArrayList<>();
      for (int pid : Self.children()) {
        // All are signalled before any is waited for, so that none has time to start another.
        if (Child.poll(pid).isEmpty()) {
          Child.signal(pid, Signal.KILL);
          dying.add(pid);
        }
      }
      for (int pid : dying) {
        Child.await(pid);
      }
      ended += dying.size();
    }
    return ended;
  }

  /**
   * Whether any child but {@code leader} is alive; the dead are waited for, but the leader is left
   * as it is.
   */
  static boolean exist(int leader) throws IOException {
    boolean alive = false;
    for (int pid : Self.children()) {
      alive |= pid != leader && Child.poll(pid).isEmpty();
    }
    return alive;
  }
}
