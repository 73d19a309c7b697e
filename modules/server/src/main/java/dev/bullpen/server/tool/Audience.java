package dev.bullpen.server.tool;

import dev.bullpen.protocol.method.CallToolParams;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.Trouble;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * Who listens to a run, and to those that follow it for the same call: the call that started it, or
 * the one that came back with an answer. In between nobody does; then progress and log lines are
 * lost, and how the run ended is kept.
 */
final class Audience {

  private final Object listeningLock = new Object();

  private final ToolServices services;
  private final LogRelay logs;
  private Optional<Call> listener = Optional.empty();
  private Optional<ProgressRelay> progress = Optional.empty();
  private Optional<Conclusion> conclusion = Optional.empty();

  /** The call that was answered by a question last, until its failure is in the log. */
  private Optional<Call> asked = Optional.empty();

  /**
   * How the run has ended.
   *
   * @param answer gives it to a call
   * @param failure for the log, if it has failed
   */
  record Conclusion(Consumer<Call> answer, Optional<Trouble> failure) {
    private void tell(Call call) {
      answer.accept(call);
    }
  }

  Audience(Call call, CallToolParams params, ToolServices services) {
    this.services = services;
    this.logs = new LogRelay(services.settings().logsPerMinute());
    join(call, params);
  }

  /** The call that listens now. */
  Optional<Call> listener() {
    synchronized (listeningLock) {
      return listener;
    }
  }

  /** Whether somebody listens or may come back to; not if who listens has cancelled the call. */
  boolean isThere() {
    return listener().map(Call::isOpen).orElse(true);
  }

  /** Somebody listens from now on; if the run has ended meanwhile, he hears how. */
  void join(Call call, CallToolParams params) {
    Optional<Conclusion> ended;
    synchronized (listeningLock) {
      listener = Optional.of(call);
      progress =
          params.progressToken().isPresent() ? Optional.of(relay(call, params)) : Optional.empty();
      ended = conclusion;
    }
    ended.ifPresent(
        end -> {
          end.failure().ifPresent(failure -> call.logged());
          end.tell(call);
        });
  }

  private ProgressRelay relay(Call call, CallToolParams params) {
    return new ProgressRelay(
        call,
        params.progressToken().orElseThrow(),
        services.settings().progressPerMinute(),
        services.timers());
  }

  /** The call is about to have its answer, and the run goes on. */
  void leave() {
    synchronized (listeningLock) {
      progress.ifPresent(ProgressRelay::flush);
      asked = listener;
      listener = Optional.empty();
      progress = Optional.empty();
    }
  }

  void progress(JsonNode params) {
    synchronized (listeningLock) {
      progress.ifPresent(relay -> relay.take(params));
    }
  }

  void log(JsonNode params) {
    synchronized (listeningLock) {
      listener.ifPresent(call -> logs.take(call, params));
    }
  }

  /**
   * The run has ended: answer the call that listens, now or when one does. The log has a failure
   * now.
   */
  void conclude(Conclusion end) {
    Optional<Call> now;
    synchronized (listeningLock) {
      now = listener;
      progress.ifPresent(ProgressRelay::flush);
      conclusion = Optional.of(end);
    }
    if (now.isPresent()) {
      end.tell(now.get());
    } else {
      end.failure().ifPresent(this::failedUnheard);
    }
  }

  /** The run fails while no call listens: the log says it of the call that was asked last, once. */
  void failedUnheard(Trouble why) {
    Optional<Call> last;
    synchronized (listeningLock) {
      last = listener.isPresent() ? Optional.empty() : asked;
      asked = Optional.empty();
    }
    last.ifPresent(call -> call.failedUnheard(why));
  }
}
