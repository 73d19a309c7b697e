package dev.bullpen.server.tool;

import dev.bullpen.server.session.ClientRequests;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The question a run has put to its client by a request of ours: taken back when the run ends, also
 * if it is just being put.
 */
final class RunQuestion {
  private final AtomicReference<Optional<ClientRequests.Pending>> pending =
      new AtomicReference<>(Optional.empty());

  private volatile boolean over;

  /** This is the one that waits for its answer now. */
  void isPut(ClientRequests.Pending question) {
    pending.set(Optional.of(question));
    if (over) {
      end(); // the run ended while the question was on its way out
    }
  }

  /** The run has ended, or is being ended: nobody waits for an answer any more. */
  void end() {
    over = true;
    pending.getAndSet(Optional.empty()).ifPresent(ClientRequests.Pending::giveUp);
  }

  /** Whether its run has ended, or is being ended. */
  boolean isOver() {
    return over;
  }
}
