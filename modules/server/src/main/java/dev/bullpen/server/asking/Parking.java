package dev.bullpen.server.asking;

import dev.bullpen.json.Json;
import dev.bullpen.pool.view.Seconds;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.method.CallParams;
import dev.bullpen.protocol.question.ClientAnswer;
import dev.bullpen.protocol.question.InputRequired;
import dev.bullpen.protocol.question.ServerRequest;
import dev.bullpen.protocol.question.StateSeal;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.Trouble;
import dev.bullpen.server.client.Principal;
import dev.bullpen.server.thread.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Scripts of modern calls that wait until their client comes back. The call is answered with the
 * question, the script waits, and the retry with the answer finds it by a sealed state
 * (specification 2026-07-28, multi round-trip requests). The number of waiting scripts and their
 * time are limited: a principal may have one, and more as long as they are at most twice of what is
 * left then. So no principal takes all places, but the local user, who is alone. A script is ended
 * like any cancelled job when its time is over, or when the call that was answered last is
 * cancelled. If a script goes on without the answer, its result is kept for a retry. A kept result
 * holds no helper and keeps no other script from waiting.
 */
public final class Parking {
  /** Each holds a helper, so this many even in the largest pool. */
  private static final int MOST = 8;

  private static final int TIMES_WHAT_IS_LEFT = 2;

  /** Results of scripts that have ended. Each may be as large as a tool's output. */
  private static final int MOST_ENDED = 8;

  private static final String KEY = "answer";

  private static final String RUN = "run";

  /** A run that waits. */
  private static final class Parked {
    final RunQuestions questions;
    final QuestionKind kind;
    final ServerRequest request;
    final Future<?> expiry;

    // Both guarded by the lock of Parking.
    /**
     * The call that was answered with the question; the last of them if the question was repeated.
     */
    Call asked;

    /** Whether the script has gone on without the answer. */
    boolean isGivenUp;

    Parked(
        RunQuestions questions,
        QuestionKind kind,
        ServerRequest request,
        Future<?> expiry,
        Call asked) {
      this.questions = questions;
      this.kind = kind;
      this.request = request;
      this.expiry = expiry;
      this.asked = asked;
    }
  }

  private final StateSeal seal;
  private final Timers timers;
  private final Duration patience;
  private final int most;

  /** By number, the oldest first. */
  private final SortedMap<Long, Parked> parked = new TreeMap<>();

  private long last;

  /**
   * Makes room for no more than half of the helpers that tools may have, but at least for one
   * script.
   *
   * @param patience how long a script waits; states sealed for it should last as long
   * @param helpers how many there may be
   */
  public Parking(StateSeal seal, Timers timers, Duration patience, int helpers) {
    this.seal = seal;
    this.timers = timers;
    this.patience = patience;
    this.most = Math.min(MOST, Math.max(1, (helpers - 1) / 2));
  }

  /**
   * Answer the call with the question and let the script wait.
   *
   * @return false if too many wait already
   * @throws JsonRpcException if nothing can be asked now
   */
  boolean park(RunQuestions questions, Call call, QuestionKind kind, ServerRequest request)
      throws JsonRpcException {
    seal.prepare();
    long number;
    synchronized (parked) {
      if (!makeRoom(call.principal())) {
        return false;
      }
      number = ++last;
      Future<?> expiry = timers.after(patience, () -> abandon(number, late()));
      parked.put(number, new Parked(questions, kind, request, expiry, call));
    }
    questions.audience().leave();
    ask(call, questions, number, request);
    return true;
  }

  /** Whether one more can wait. Drops kept results if that makes room. */
  private boolean makeRoom(Principal principal) {
    assert Thread.holdsLock(parked);
    dropKept();
    List<Principal> waiting =
        parked.values().stream()
            .filter(one -> !one.questions.isOver())
            .map(one -> one.asked.principal())
            .toList();
    long own = waiting.stream().filter(principal::equals).count() + 1;
    int left = most - waiting.size() - 1;
    return left >= 0 && (own == 1 || principal.isLocal() || own <= TIMES_WHAT_IS_LEFT * left);
  }

  /** Of too many results: the oldest of the principal that has most, so that others keep theirs. */
  private void dropKept() {
    assert Thread.holdsLock(parked);
    Map<Principal, Queue<Long>> kept = new LinkedHashMap<>();
    parked.forEach(
        (number, one) -> {
          if (one.questions.isOver()) {
            kept.computeIfAbsent(one.asked.principal(), first -> new ArrayDeque<>()).add(number);
          }
        });
    int all = kept.values().stream().mapToInt(Queue::size).sum();
    for (int i = MOST_ENDED; i < all; i++) {
      forget(Collections.max(kept.values(), Comparator.comparingInt(Queue::size)).remove());
    }
  }

  private void ask(Call call, RunQuestions questions, long number, ServerRequest request) {
    CallParams params = questions.params();
    ObjectNode input = Json.object();
    input.set(KEY, request.toInput());
    call.replaceOnCancel(() -> end(number));
    call.ask(
        InputRequired.build(
            input,
            Optional.of(
                seal.sealHere(
                    Json.object().put(RUN, number),
                    sealed(call.principal(), params),
                    Instant.now()))));
    if (!isAsked(number, call)) {
      call.askNoMore(); // the wait has just ended
    }
  }

  private static StateSeal.Call sealed(Principal principal, CallParams params) {
    return new StateSeal.Call(
        principal.name(), Methods.TOOLS_CALL, params.name(), params.arguments());
  }

  private boolean isAsked(long number, Call call) {
    synchronized (parked) {
      Parked waiting = parked.get(number);
      return waiting != null && waiting.asked == call;
    }
  }

  /** How many scripts wait for the answer of a client. */
  public int waiting() {
    synchronized (parked) {
      return (int) parked.values().stream().filter(one -> !one.questions.isOver()).count();
    }
  }

  /** Whether a script waits for a modern {@code tools/call} of that principal. */
  public boolean isAwaited(Principal principal, JsonNode params) {
    try {
      CallParams call = CallParams.parse(params, Revision.V2026_07_28);
      String state = call.requestState().orElse("");
      Optional<Long> number = run(seal.open(state, sealed(principal, call), Instant.now()));
      synchronized (parked) {
        return number.map(parked::get).filter(one -> !one.questions.isOver()).isPresent();
      }
    } catch (JsonRpcException e) {
      return false; // such a call is refused
    }
  }

  /**
   * Wait until no script waits, at most until the deadline, by {@link System#nanoTime}. Stops when
   * its thread is interrupted.
   *
   * @return how many scripts have begun to wait
   */
  public long awaitNone(long deadline) {
    synchronized (parked) {
      try {
        while (waiting() > 0 && deadline - System.nanoTime() > 0) {
          TimeUnit.NANOSECONDS.timedWait(parked, deadline - System.nanoTime());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return last;
    }
  }

  /** A run has ended, so it does not wait any more. */
  void over() {
    synchronized (parked) {
      parked.notifyAll();
    }
  }

  /** The number of the waiting run that a state names. */
  static Optional<Long> run(ObjectNode state) {
    return Optional.of(state.path(RUN)).filter(JsonNode::isIntegralNumber).map(JsonNode::longValue);
  }

  /**
   * A script goes on without the answer of that kind. Its client may still come back for the
   * script's result; an answer that it brings is dropped.
   *
   * @return false if the script did not wait for one
   */
  boolean giveUp(RunQuestions questions, QuestionKind kind) {
    synchronized (parked) {
      Optional<Parked> waiting =
          parked.values().stream()
              .filter(one -> one.questions == questions && one.kind == kind && !one.isGivenUp)
              .findFirst();
      waiting.ifPresent(one -> one.isGivenUp = true);
      return waiting.isPresent();
    }
  }

  /**
   * A retry: the script goes on with the answer that it brings. Without an answer the client is
   * asked again, unless the script has gone on meanwhile.
   *
   * @param retry one that brings the state of a waiting run, which is used up unless it is refused
   * @throws JsonRpcException if that script does not wait any more. Also if this request does not
   *     declare that the client can be asked, or if its state has been used; then the script waits
   *     on
   */
  public void resume(Reentry.Retry retry, Call call, CallParams params) throws JsonRpcException {
    long number = retry.parked().orElseThrow();
    Parked waiting;
    Optional<ClientAnswer> answer;
    boolean isGivenUp;
    Call before;
    synchronized (parked) {
      waiting = parked.get(number);
      if (waiting == null) {
        throw new JsonRpcException(
            JsonRpcError.invalidParams(
                "requestState: nothing waits for this answer any more; call the tool again"));
      }
      ServerRequest request = waiting.request;
      answer =
          params.inputResponses().flatMap(brought -> ClientAnswer.ofInput(request, brought, KEY));
      isGivenUp = waiting.isGivenUp;
      before = waiting.asked;
      boolean goesOn = answer.isPresent() || isGivenUp;
      if (!goesOn && !request.supportedBy(call.capabilities())) {
        throw new JsonRpcException(
            JsonRpcError.missingClientCapability(request.requiredCapability()));
      }
      seal.use(retry.sealed().orElseThrow(), call.principal().name(), Instant.now());
      if (goesOn) {
        forget(number);
      } else {
        waiting.asked = call;
      }
    }
    if (answer.isEmpty() && !isGivenUp) {
      before.askNoMore();
      ask(call, waiting.questions, number, waiting.request);
      return;
    }
    call.replaceOnCancel(waiting.questions::cancelRun);
    waiting.questions.audience().join(call, params);
    if (!isGivenUp) {
      waiting.questions.answer(waiting.kind, answer.get().forScript());
    }
  }

  /** The server ends: log for each waiting script why its call fails. */
  public void abandonAll(Trouble why) {
    List<Long> all;
    synchronized (parked) {
      all = List.copyOf(parked.keySet());
    }
    all.forEach(number -> abandon(number, why));
  }

  private void abandon(long number, Trouble why) {
    forget(number)
        .ifPresent(
            waiting -> {
              if (!waiting.questions.isOver()) {
                waiting.questions.audience().failedUnheard(why);
              }
              waiting.questions.cancelRun();
            });
  }

  private Trouble late() {
    return Trouble.of(
        Trouble.UNANSWERED,
        "the client did not come back within %s with the answer to what the script asked"
            .formatted(Seconds.of(patience)));
  }

  private void end(long number) {
    forget(number).ifPresent(waiting -> waiting.questions.cancelRun());
  }

  private Optional<Parked> forget(long number) {
    Optional<Parked> waiting;
    synchronized (parked) {
      waiting = Optional.ofNullable(parked.remove(number));
      parked.notifyAll();
    }
    waiting.ifPresent(
        one -> {
          one.expiry.cancel(false);
          one.asked.askNoMore();
        });
    return waiting;
  }
}
