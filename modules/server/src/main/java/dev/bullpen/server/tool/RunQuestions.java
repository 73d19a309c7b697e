package dev.bullpen.server.tool;

import dev.bullpen.server.session.ClientRequests;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The questions a run has put to its client by requests of ours: all that are still open are taken
 * back when the run ends, also one that is just being put.
 */
final class RunQuestions {
  private final Set<ClientRequests.Pending> pending = ConcurrentHashMap.newKeySet();

  private volatile boolean over;

  /** This one waits for its answer, too. */
  void isPut(ClientRequests.Pending question) {
    pending.removeIf(earlier -> !earlier.isOpen());
    pending.add(question);
    if (over) {
      end(); // the run ended while the question was on its way out
    }
  }

  /** The run has ended, or is being ended: nobody waits for an answer any more. */
  void end() {
    over = true;
    pending.forEach(ClientRequests.Pending::giveUp);
  }

  /** Whether its run has ended, or is being ended. */
  boolean isOver() {
    return over;
  }
}
