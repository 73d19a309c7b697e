package dev.bullpen.server.tool;

import dev.bullpen.protocol.question.StateSeal;
import dev.bullpen.server.session.ClientRequests;
import dev.bullpen.server.thread.Timers;
import java.time.Duration;

/**
 * How scripts ask their clients.
 *
 * @param questions of scripts that run on
 * @param parking where those of modern clients wait
 * @param reentry of scripts that print what they need, and end
 * @param stateTtl how long a modern client has for an answer
 */
public record Asking(Questions questions, Parking parking, Reentry reentry, Duration stateTtl) {
  /** How long a legacy client has for an answer: a person may have to be found first. */
  static final Duration PATIENCE = Duration.ofMinutes(10);

  /**
   * What the one gives out, the other knows to be its own.
   *
   * @param statesOnce whether a client may come back with the same state once only
   * @param helpers how many there may be
   */
  public static Asking of(
      ClientRequests requests, Timers timers, Duration stateTtl, boolean statesOnce, int helpers) {
    StateSeal seal = new StateSeal(stateTtl, statesOnce);
    Parking parking = new Parking(seal, timers, stateTtl, helpers);
    return new Asking(
        new Questions(requests, parking), parking, new Reentry(requests, seal), stateTtl);
  }
}
