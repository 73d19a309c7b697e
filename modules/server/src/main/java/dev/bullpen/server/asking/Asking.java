package dev.bullpen.server.asking;

import dev.bullpen.protocol.question.StateSeal;
import dev.bullpen.server.thread.Timers;
import java.time.Duration;

/**
 * How scripts reach their clients.
 *
 * @param parking where the scripts of modern clients wait for an answer
 * @param reentry for scripts that print what they need, and end
 * @param timers sends progress that had to wait
 * @param stateTtl how long a client has for an answer: a person may have to be found first
 */
public record Asking(Parking parking, Reentry reentry, Timers timers, Duration stateTtl) {
  /**
   * Parking and re-entry with the same seal, so that each recognises states of the other.
   *
   * @param seal of the states that clients bring back
   * @param helpers how many there may be
   */
  public static Asking of(Timers timers, Duration stateTtl, StateSeal seal, int helpers) {
    return new Asking(
        new Parking(seal, timers, stateTtl, helpers), new Reentry(seal), timers, stateTtl);
  }
}
