package dev.bullpen.server.tool;

import dev.bullpen.protocol.method.CallToolParams;
import dev.bullpen.server.call.Call;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * Who listens to a run, and to those that follow it for the same call: the call that started it, or
 * the one that came back with an answer. In between nobody does; then progress and log lines are
 * lost, and how the run ended is kept.
 */
final class Audience {
  private final ToolServices services;
  private final LogRelay logs;
  private Optional<Call> listener = Optional.empty();
  private Optional<ProgressRelay> progress = Optional.empty();
  private Optional<Consumer<Call>> conclusion = Optional.empty();

  Audience(Call call, CallToolParams params, ToolServices services) {
    this.services = services;
    this.logs = new LogRelay(services.settings().logsPerMinute());
    join(call, params);
  }

  /** The call that listens now. */
  synchronized Optional<Call> listener() {
    return listener;
  }

  /** Whether somebody listens or may come back to; not if who listens has cancelled the call. */
  boolean isThere() {
    return listener().map(Call::isOpen).orElse(true);
  }

  /** Somebody listens from now on; if the run has ended meanwhile, he hears how. */
  void join(Call call, CallToolParams params) {
    Optional<Consumer<Call>> ended;
    synchronized (this) {
      listener = Optional.of(call);
      progress =
          params.progressToken().isPresent() ? Optional.of(relay(call, params)) : Optional.empty();
      ended = conclusion;
    }
    ended.ifPresent(answer -> answer.accept(call));
  }

  private ProgressRelay relay(Call call, CallToolParams params) {
    return new ProgressRelay(
        call,
        params.progressToken().orElseThrow(),
        services.settings().progressPerMinute(),
        services.timers());
  }

  /** The call is about to have its answer, and the run goes on. */
  synchronized void leave() {
    progress.ifPresent(ProgressRelay::flush);
    listener = Optional.empty();
    progress = Optional.empty();
  }

  synchronized void progress(JsonNode params) {
    progress.ifPresent(relay -> relay.take(params));
  }

  synchronized void log(JsonNode params) {
    listener.ifPresent(call -> logs.take(call, params));
  }

  /** The run has ended: answer whoever listens, now or when somebody does. */
  void conclude(Consumer<Call> answer) {
    Optional<Call> now;
    synchronized (this) {
      now = listener;
      progress.ifPresent(ProgressRelay::flush);
      conclusion = Optional.of(answer);
    }
    now.ifPresent(answer);
  }
}
