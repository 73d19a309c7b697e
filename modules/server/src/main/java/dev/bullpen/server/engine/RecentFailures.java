package dev.bullpen.server.engine;

import dev.bullpen.json.Json;
import dev.bullpen.posix.log.Shown;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallObserver;
import dev.bullpen.server.call.CalledName;
import dev.bullpen.server.call.EndedCall;
import dev.bullpen.server.call.EndedCall.Outcome;
import dev.bullpen.server.call.Trouble;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;

/** The last calls that failed or were cancelled: which, how and when. No values of arguments. */
final class RecentFailures implements CallObserver {
  private static final int MOST = 10;
  private static final int MOST_OF_NAME = 100;

  private record Failure(
      Instant time, String method, Optional<String> name, Outcome outcome, String reason) {}

  private final Object failuresLock = new Object();
  private final Deque<Failure> failures = new ArrayDeque<>();

  @Override
  public void ended(EndedCall ended) {
    if (ended.outcome() != Outcome.ERROR && ended.outcome() != Outcome.CANCELLED) {
      return;
    }
    Call call = ended.call();
    Failure failure =
        new Failure(
            Instant.now(),
            Shown.of(call.method(), MOST_OF_NAME),
            name(call),
            ended.outcome(),
            ended.trouble().map(Trouble::reason).orElse(ended.outcome().word()));
    synchronized (failuresLock) {
      failures.addFirst(failure);
      if (failures.size() > MOST) {
        failures.removeLast();
      }
    }
  }

  /** The name in a call, made safe to show. */
  static Optional<String> name(Call call) {
    return CalledName.of(call.method(), call.params()).map(name -> Shown.of(name, MOST_OF_NAME));
  }

  /** The newest first. */
  ArrayNode toJson() {
    ArrayNode all = Json.array();
    synchronized (failuresLock) {
      for (Failure failure : failures) {
        all.addObject()
            .put("time", failure.time.toString())
            .put("method", failure.method)
            .put("name", failure.name.orElse(null))
            .put("outcome", failure.outcome.word())
            .put("reason", failure.reason);
      }
    }
    return all;
  }
}
