package dev.bullpen.server.asking;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.method.CallParams;
import dev.bullpen.protocol.question.ClientAnswer;
import dev.bullpen.protocol.question.ServerRequest;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.Mishap;
import dev.bullpen.server.call.RunningJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a running script asks its client: a legacy client by a request of this server, a modern one
 * by the answer to its call. The script's time stands still from the question to the answer. When
 * the run ends, all open questions are taken back, even one that is just being sent.
 */
public final class RunQuestions {
  private static final String TOO_LONG =
      "the answer is longer than a helper can take; raise --helper-memory";

  private final Asking asking;
  private final CallParams params;
  private final Audience audience;
  private final RunningJob job;
  private final Runnable cancel;

  private final Map<CompletableFuture<ClientAnswer>, QuestionKind> pending =
      new ConcurrentHashMap<>();

  private volatile boolean over;

  /**
   * @param job of the run, which stands still while the client is asked
   * @param cancel ends the run's job, and takes back what it asks
   */
  public RunQuestions(
      Asking asking, CallParams params, Audience audience, RunningJob job, Runnable cancel) {
    this.asking = asking;
    this.params = params;
    this.audience = audience;
    this.job = job;
    this.cancel = cancel;
  }

  /** End the run's job, and take back what it asks. */
  void cancelRun() {
    cancel.run();
  }

  CallParams params() {
    return params;
  }

  Audience audience() {
    return audience;
  }

  /**
   * The script asks. Each kind of question has one file for answers, so a script that asks again
   * has given up its earlier question.
   *
   * @param asked what the script wrote
   */
  public void ask(QuestionKind kind, byte[] asked) {
    job.pause();
    if (takeBack(kind)) {
      job.resume();
    }
    Optional<Call> listener = audience.listener();
    if (listener.isEmpty()) {
      answer(kind, kind.failed("another question waits for its answer"));
      return;
    }
    try {
      put(kind, request(kind, asked), listener.get());
    } catch (JsonRpcException e) {
      answer(kind, kind.failed(e.error().message()));
    }
  }

  private void put(QuestionKind kind, ServerRequest request, Call call) throws JsonRpcException {
    if (!request.supportedBy(call.capabilities())) {
      answer(kind, kind.unsupported(capability(request)));
    } else if (!call.isModern()) {
      isPut(
          call.client().requests().ask(request, call.revision(), asking.stateTtl(), call.way()),
          kind);
    } else if (!asking.parking().park(this, call, kind, request)) {
      answer(kind, kind.failed("too many questions wait for their answers"));
    }
  }

  void isPut(CompletableFuture<ClientAnswer> question, QuestionKind kind) {
    pending.put(question, kind);
    question.whenComplete((answer, failure) -> pending.remove(question));
    question.thenAccept(answer -> pass(kind, answer));
    if (over) {
      end(); // the run has ended meanwhile
    }
  }

  private void pass(QuestionKind kind, ClientAnswer answer) {
    try {
      answer(kind, answer.forScript());
    } catch (RuntimeException | Error e) { // the future would hide it
      Mishap.of("passing a client's answer on", e);
    }
  }

  /**
   * The script waits no longer. Before it asks anything else it reads one answer for each question:
   * the client's, which may be on its way, or else this one.
   */
  public void givenUp(QuestionKind kind) {
    if (takeBack(kind)) {
      answer(kind, kind.failed("there was no answer in time"));
    }
  }

  /**
   * The script does not want the answer of that kind any more. A legacy client is notified, and a
   * later answer of any client is dropped.
   *
   * @return false if no question was open. If true, the caller has to let the run's time go on
   */
  boolean takeBack(QuestionKind kind) {
    boolean open = false;
    for (CompletableFuture<ClientAnswer> question : pending.keySet()) {
      open |= pending.remove(question, kind) && question.cancel(false);
    }
    return open || asking.parking().giveUp(this, kind);
  }

  /** Pass on the client's answer, or why there is none, in the form of the script's contract. */
  void answer(QuestionKind kind, ObjectNode answer) {
    if (!job.put(kind.answerFile(), Json.bytes(answer))) {
      job.put(kind.answerFile(), Json.bytes(kind.failed(TOO_LONG)));
    }
    job.resume();
  }

  /** The run has ended, or is being ended: take back what is open. */
  public void end() {
    over = true;
    pending.keySet().forEach(question -> question.cancel(false));
    asking.parking().over();
  }

  boolean isOver() {
    return over;
  }

  /** The name of a capability, that of a part after that of the whole: {@code sampling.tools}. */
  private static String capability(ServerRequest request) {
    List<String> names = new ArrayList<>();
    JsonNode within = request.requiredCapability();
    while (!within.isEmpty()) {
      Map.Entry<String, JsonNode> part = within.properties().iterator().next();
      names.add(part.getKey());
      within = part.getValue();
    }
    return String.join(".", names);
  }

  private static ServerRequest request(QuestionKind kind, byte[] asked) throws JsonRpcException {
    try {
      if (Json.parsePrinted(asked) instanceof ObjectNode object) {
        return kind.request(object);
      }
    } catch (JsonException e) {
      // Answered below, like JSON of another kind.
    }
    throw new JsonRpcException(JsonRpcError.invalidParams("the question is no JSON object"));
  }
}
