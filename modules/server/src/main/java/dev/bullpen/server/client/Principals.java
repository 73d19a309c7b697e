package dev.bullpen.server.client;

import java.util.HashMap;
import java.util.Map;

/** The principals that have sessions. Scarce things are divided among them. */
public final class Principals {
  private final Object countLock = new Object();
  private final Map<Principal, Integer> sessions = new HashMap<>();
  private volatile int present;

  public void enter(Principal principal) {
    synchronized (countLock) {
      sessions.merge(principal, 1, Integer::sum);
      present = sessions.size();
    }
  }

  public void leave(Principal principal) {
    synchronized (countLock) {
      sessions.computeIfPresent(principal, (same, now) -> now == 1 ? null : now - 1);
      present = sessions.size();
    }
  }

  /** How many of so many one principal may have now: an equal part, and at least one. */
  public int share(int most) {
    return Math.max(1, most / Math.max(1, present));
  }
}
