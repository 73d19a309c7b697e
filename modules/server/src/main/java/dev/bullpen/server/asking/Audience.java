package dev.bullpen.server.asking;

import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.method.CallParams;
import dev.bullpen.protocol.method.Notice;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.RateLimit;
import dev.bullpen.server.call.Trouble;
import dev.bullpen.server.thread.Timers;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * The call that gets what a run sends: the call that started it, or a later one that brought an
 * answer. Between the two there is none. Then progress and log lines are lost, and the run's end is
 * kept for the next call.
 */
public final class Audience {
  private final Object listeningLock = new Object();

  private final Timers timers;
  private final MessageRates rates;
  private final RateLimit logBudget;
  private Optional<Call> listener = Optional.empty();
  private Optional<ProgressRelay> progress = Optional.empty();
  private Optional<Conclusion> conclusion = Optional.empty();

  /** The call that was last answered by a question, until its failure is in the log. */
  private Optional<Call> asked = Optional.empty();

  /**
   * How the run has ended.
   *
   * @param answer answers a call with it
   * @param failure for the log, if it has failed
   */
  public record Conclusion(Consumer<Call> answer, Optional<Trouble> failure) {
    private void give(Call call) {
      failure.ifPresent(call::troubled);
      answer.accept(call);
    }
  }

  public Audience(Call call, CallParams params, MessageRates rates, Timers timers) {
    this.timers = timers;
    this.rates = rates;
    this.logBudget = RateLimit.perMinute(rates.logsPerMinute(), System.nanoTime());
    join(call, params);
  }

  Optional<Call> listener() {
    synchronized (listeningLock) {
      return listener;
    }
  }

  /** A call gets what the run sends from now on. If the run has ended, that is its answer. */
  void join(Call call, CallParams params) {
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
          end.give(call);
        });
  }

  private ProgressRelay relay(Call call, CallParams params) {
    return new ProgressRelay(
        call, params.progressToken().orElseThrow(), rates.progressPerMinute(), timers::after);
  }

  /** The call is about to be answered, and the run goes on. */
  void leave() {
    synchronized (listeningLock) {
      progress.ifPresent(ProgressRelay::flush);
      asked = listener;
      listener = Optional.empty();
      progress = Optional.empty();
    }
  }

  public void progress(JsonNode params) {
    synchronized (listeningLock) {
      progress.ifPresent(relay -> relay.take(params));
    }
  }

  /**
   * A script's log line. It is passed on if it is as serious as the client wants, and if the budget
   * allows.
   *
   * @param params of its notification; an unknown level counts as {@code info}
   */
  public void log(JsonNode params) {
    synchronized (listeningLock) {
      listener.ifPresent(call -> log(call, params));
    }
  }

  private void log(Call call, JsonNode params) {
    LogLevel level =
        text(params, "level")
            .flatMap(word -> LogLevel.of(word.toLowerCase(Locale.ROOT)))
            .orElse(LogLevel.INFO);
    boolean wanted = call.logLevel().filter(level::isAtLeast).isPresent();
    if (wanted && params.has("data") && logBudget.take(System.nanoTime()) == 0) {
      call.offer(Notice.log(level, text(params, "logger"), params.get("data")));
    }
  }

  private static Optional<String> text(JsonNode params, String name) {
    return Optional.of(params.path(name)).filter(JsonNode::isString).map(JsonNode::stringValue);
  }

  /**
   * The run has ended: answer the call that waits for it, now or when one comes. A failure is
   * logged now.
   */
  public void conclude(Conclusion end) {
    Optional<Call> now;
    synchronized (listeningLock) {
      now = listener;
      progress.ifPresent(ProgressRelay::flush);
      conclusion = Optional.of(end);
    }
    if (now.isPresent()) {
      end.give(now.get());
    } else {
      end.failure().ifPresent(this::failedUnheard);
    }
  }

  /**
   * The run fails while no call waits for it. The failure is logged once, with the call that was
   * asked last.
   */
  void failedUnheard(Trouble why) {
    Optional<Call> last;
    synchronized (listeningLock) {
      last = listener.isPresent() ? Optional.empty() : asked;
      asked = Optional.empty();
    }
    last.ifPresent(call -> call.failedUnheard(why));
  }

  /**
   * How many notifications of one call may reach its client.
   *
   * @param progressPerMinute 0 for no limit
   * @param logsPerMinute 0 for no limit
   */
  public record MessageRates(int progressPerMinute, int logsPerMinute) {}
}
