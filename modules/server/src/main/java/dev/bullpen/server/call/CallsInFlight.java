package dev.bullpen.server.call;

import java.util.HashMap;
import java.util.Map;

/**
 * How many calls of each tool are being served or wait, so that a flood of one leaves room in the
 * queue for the others.
 */
public final class CallsInFlight {
  private final int most;
  private final Map<String, Integer> calls = new HashMap<>();

  /**
   * @param most for each tool
   */
  public CallsInFlight(int most) {
    this.most = most;
  }

  /** One more; false if there are as many as there may be. */
  public synchronized boolean enter(String tool) {
    int now = calls.getOrDefault(tool, 0);
    if (now == most) {
      return false;
    }
    calls.put(tool, now + 1);
    return true;
  }

  public synchronized void leave(String tool) {
    calls.computeIfPresent(tool, (name, now) -> now == 1 ? null : now - 1);
  }
}
