package dev.bullpen.server.call;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The calls of each tool that are being served or wait, so that a flood of one leaves room in the
 * queue for the others.
 */
public final class CallsInFlight {

  private final Object countsLock = new Object();

  private final int most;
  private final Map<String, Set<Call>> calls = new HashMap<>();

  public CallsInFlight(int most) {
    this.most = most;
  }

  /**
   * One more; false if there are as many as there may be. A call that is answered does not count,
   * though it may not have left yet: its client may be faster than the thread that has answered it.
   */
  public boolean enter(String tool, Call call) {
    synchronized (countsLock) {
      Set<Call> now = calls.computeIfAbsent(tool, first -> new HashSet<>());
      if (now.size() == most) {
        now.removeIf(other -> !other.isOpen());
      }
      return now.size() < most && now.add(call);
    }
  }

  public void leave(String tool, Call call) {
    synchronized (countsLock) {
      calls.computeIfPresent(tool, (name, now) -> now.remove(call) && now.isEmpty() ? null : now);
    }
  }
}
