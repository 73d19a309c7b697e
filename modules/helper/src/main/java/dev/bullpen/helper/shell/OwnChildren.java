package dev.bullpen.helper.shell;

import dev.bullpen.posix.ChildList;
import dev.bullpen.posix.Self;
import java.io.IOException;
import java.util.Set;

/** Who is a child of this helper: the ones it has started, and the ones it has adopted. */
final class OwnChildren {
  private final ChildList started;
  private final ChildList adopted;
  private boolean othersStart;

  /**
   * To be called by the thread that starts everything.
   *
   * @throws IOException where a process cannot look at its children
   */
  OwnChildren() throws IOException {
    started = ChildList.ofThisThread();
    adopted = ChildList.ofAdopted();
  }

  /** From now on, other threads of ours may start something, too. */
  void countOtherThreads() {
    othersStart = true;
  }

  /** Whether there is nobody but these. */
  boolean areAmong(Set<Integer> pids) throws IOException {
    return othersStart
        ? pids.containsAll(Self.children())
        : pids.containsAll(started.now()) && pids.containsAll(adopted.now());
  }
}
