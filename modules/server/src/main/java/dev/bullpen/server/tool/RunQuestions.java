package dev.bullpen.server.tool;

import dev.bullpen.server.session.ClientRequests;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The questions a run has put to its client by requests of ours: all that are still open are taken
 * back when the run ends, also one that is just being put.
 */
final class RunQuestions {
  private final Map<ClientRequests.Pending, QuestionKind> pending = new ConcurrentHashMap<>();

  private volatile boolean over;

  /** This one waits for its answer, too. */
  void isPut(ClientRequests.Pending question, QuestionKind kind) {
    pending.keySet().removeIf(earlier -> !earlier.isOpen());
    pending.put(question, kind);
    if (over) {
      end(); // the run ended while the question was on its way out
    }
  }

  /** Nobody waits any more for the answer to one of that kind; false if none was open. */
  boolean takeBack(QuestionKind kind) {
    boolean open = false;
    for (Map.Entry<ClientRequests.Pending, QuestionKind> question : pending.entrySet()) {
      open |= question.getValue() == kind && question.getKey().giveUp();
    }
    return open;
  }

  /** The run has ended, or is being ended: nobody waits for an answer any more. */
  void end() {
    over = true;
    pending.keySet().forEach(ClientRequests.Pending::giveUp);
  }

  /** Whether its run has ended, or is being ended. */
  boolean isOver() {
    return over;
  }
}
