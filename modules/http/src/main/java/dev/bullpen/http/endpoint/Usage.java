package dev.bullpen.http.endpoint;

import dev.bullpen.http.access.Grant;
import dev.bullpen.protocol.Message;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.RateLimit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Counts what each principal uses of its quotas: requests for which something is run or read.
 * Principals without quotas are not counted.
 */
final class Usage {
  /** More principals than a server has. Beyond it, idle ones are forgotten. */
  private static final int MANY = 1024;

  private static final Set<String> COUNTED =
      Set.of(Methods.TOOLS_CALL, Methods.PROMPTS_GET, Methods.RESOURCES_READ, Methods.COMPLETE);

  private final Object usageLock = new Object();
  private final Map<Grant, Used> byGrant = new HashMap<>();

  private static final class Used {
    final Optional<RateLimit> rate;
    int open;

    Used(Optional<RateLimit> rate) {
      this.rate = rate;
    }

    boolean isUnused(long now) {
      return open == 0 && rate.map(limit -> limit.isFull(now)).orElse(true);
    }
  }

  /** Whether a message counts against a grant's quotas; if so, {@link #enter} decides. */
  static boolean counts(Grant grant, Message message) {
    return !grant.quotas().equals(Grant.Quotas.NONE)
        && message instanceof Message.Request request
        && COUNTED.contains(request.method());
  }

  /** False if the quota is used up. If true, {@link #leave} must follow. */
  boolean enter(Grant grant) {
    long now = System.nanoTime();
    synchronized (usageLock) {
      if (byGrant.size() >= MANY) {
        byGrant.values().removeIf(used -> used.isUnused(now));
      }
      Used used =
          byGrant.computeIfAbsent(
              grant,
              first ->
                  new Used(
                      grant.quotas().callsPerMinute().map(most -> RateLimit.perMinute(most, now))));
      boolean isFree = grant.quotas().concurrentCalls().filter(most -> used.open >= most).isEmpty();
      if (isFree && used.rate.map(limit -> limit.take(now) == 0).orElse(true)) {
        used.open++;
        return true;
      }
      return false;
    }
  }

  void leave(Grant grant) {
    synchronized (usageLock) {
      Optional.ofNullable(byGrant.get(grant)).ifPresent(used -> used.open--);
    }
  }
}
