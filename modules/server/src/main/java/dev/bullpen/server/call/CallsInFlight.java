package dev.bullpen.server.call;

import dev.bullpen.server.client.Principal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * How many calls of each tool a principal has, served or waiting, so that a flood of one tool
 * leaves room in the queue for others.
 */
public final class CallsInFlight {

  private record Key(Principal principal, String tool) {}

  private final Object countsLock = new Object();

  private final int most;
  private final Map<Key, Set<Call>> calls = new HashMap<>();

  public CallsInFlight(int most) {
    this.most = most;
  }

  /**
   * Add a call; false if the limit is reached. A call that is answered does not count, even before
   * {@link #leave}: its client may be faster than the thread that has answered it.
   */
  public boolean enter(String tool, Call call) {
    synchronized (countsLock) {
      Set<Call> now =
          calls.computeIfAbsent(new Key(call.principal(), tool), first -> new HashSet<>());
      if (now.size() == most) {
        now.removeIf(other -> !other.isOpen());
      }
      return now.size() < most && now.add(call);
    }
  }

  public void leave(String tool, Call call) {
    synchronized (countsLock) {
      calls.computeIfPresent(
          new Key(call.principal(), tool),
          (key, now) -> now.remove(call) && now.isEmpty() ? null : now);
    }
  }
}
