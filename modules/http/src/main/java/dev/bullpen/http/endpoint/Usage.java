package dev.bullpen.http.endpoint;

import dev.bullpen.http.access.Grant;
import dev.bullpen.protocol.Message;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.RateLimit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Counts what each principal uses of its quotas: requests for which something is run or read.
 * Principals without quotas are not counted.
 */
final class Usage {
  /** More principals than a server has. Beyond it, idle ones are forgotten. */
  private static final int MANY = 1024;

  private static final Set<String> COUNTED =
      Set.of(
          Methods.TOOLS_CALL,
          Methods.PROMPTS_GET,
          Methods.RESOURCES_READ,
          Methods.SUBSCRIBE, // for which the resource is read
          Methods.COMPLETE);

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

  /** How many requests in a message count against a grant's quotas, which {@link #enter} asks. */
  static int counted(Grant grant, Message message) {
    if (grant.quotas().equals(Grant.Quotas.NONE)) {
      return 0;
    }
    List<Message> all =
        message instanceof Message.Batch batch ? batch.elements() : List.of(message);
    return (int)
        all.stream()
            .filter(
                one -> one instanceof Message.Request request && COUNTED.contains(request.method()))
            .count();
  }

  /** How many requests one message may have at most, if that is limited. */
  static Optional<Integer> most(Grant grant) {
    return Stream.of(grant.quotas().callsPerMinute(), grant.quotas().concurrentCalls())
        .flatMap(Optional::stream)
        .min(Comparator.naturalOrder());
  }

  /**
   * Take so many of a quota, all or none.
   *
   * @return false if that many are not left. If true, {@link #leave} must follow
   */
  boolean enter(Grant grant, int requests) {
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
      boolean isFree =
          grant.quotas().concurrentCalls().filter(most -> used.open + requests > most).isEmpty();
      if (isFree && used.rate.map(limit -> take(limit, now, requests)).orElse(true)) {
        used.open += requests;
        return true;
      }
      return false;
    }
  }

  private static boolean take(RateLimit rate, long now, int tokens) {
    if (rate.take(now, tokens - 1) > 0) {
      return false;
    }
    for (int i = 1; i < tokens; i++) {
      rate.take(now);
    }
    return true;
  }

  void leave(Grant grant, int requests) {
    synchronized (usageLock) {
      Optional.ofNullable(byGrant.get(grant)).ifPresent(used -> used.open -= requests);
    }
  }
}
