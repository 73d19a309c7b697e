package dev.bullpen.server.tool;

import dev.bullpen.protocol.question.StateSeal;
import dev.bullpen.server.session.ClientRequests;
import dev.bullpen.server.thread.Timers;

/**
 * How scripts ask their clients.
 *
 * @param questions of scripts that run on
 * @param parking where those of modern clients wait
 * @param reentry of scripts that print what they need, and end
 */
public record Asking(Questions questions, Parking parking, Reentry reentry) {
  /**
   * What the one gives out, the other knows to be its own.
   *
   * @param helpers how many there may be
   */
  public static Asking of(ClientRequests requests, Timers timers, int helpers) {
    StateSeal seal = new StateSeal();
    Parking parking = new Parking(seal, timers, helpers);
    return new Asking(new Questions(requests, parking), parking, new Reentry(requests, seal));
  }
}
