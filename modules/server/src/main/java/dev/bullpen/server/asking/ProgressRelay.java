package dev.bullpen.server.asking;

import dev.bullpen.protocol.ProgressToken;
import dev.bullpen.protocol.method.Notice;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.RateLimit;
import dev.bullpen.server.thread.Timers.Later;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A script's progress on its way to the client: only rising values, under the client's token, and
 * within the call's budget. Beyond the budget only the newest value is kept, until there is budget
 * again or the answer comes (specification, progress).
 */
final class ProgressRelay {
  private record Update(JsonNode progress, Optional<JsonNode> total, Optional<String> message) {}

  /** How much of the budget is reserved for the value that is kept when the answer comes. */
  private static final int KEPT = 1;

  private final Object relayingLock = new Object();

  private final Call call;
  private final ProgressToken token;
  private final RateLimit budget;
  private final Later later;

  private Optional<BigDecimal> highest = Optional.empty();
  private Optional<Update> held = Optional.empty();

  ProgressRelay(Call call, ProgressToken token, int perMinute, Later later) {
    this.call = call;
    this.token = token;
    this.budget = RateLimit.perMinute(perMinute, System.nanoTime());
    this.later = later;
  }

  void take(JsonNode params) {
    synchronized (relayingLock) {
      JsonNode progress = params.path("progress");
      if (!progress.isNumber() || !isHigher(progress.decimalValue())) {
        return;
      }
      highest = Optional.of(progress.decimalValue());
      boolean waiting = held.isPresent();
      held =
          Optional.of(
              new Update(
                  progress,
                  Optional.of(params.path("total")).filter(JsonNode::isNumber),
                  Optional.of(params.path("message"))
                      .filter(JsonNode::isString)
                      .map(JsonNode::stringValue)));
      if (!waiting) {
        send();
      }
    }
  }

  private boolean isHigher(BigDecimal progress) {
    return highest.isEmpty() || progress.compareTo(highest.get()) > 0;
  }

  private void send() {
    synchronized (relayingLock) {
      if (!call.isOpen()) {
        held = Optional.empty(); // no answer comes, before which it would be sent
      }
      if (held.isEmpty()) {
        return;
      }
      long wait = budget.take(System.nanoTime(), KEPT);
      if (wait == 0) {
        flush();
      } else {
        later.after(Duration.ofNanos(wait), this::send);
      }
    }
  }

  /** The answer comes next, and nothing may follow it: send what is kept. */
  void flush() {
    synchronized (relayingLock) {
      held.ifPresent(
          update ->
              call.offer(
                  Notice.progress(
                      token,
                      update.progress(),
                      update.total(),
                      update.message(),
                      call.revision())));
      held = Optional.empty();
    }
  }
}
