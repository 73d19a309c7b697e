package dev.bullpen.server.tool;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.question.ClientAnswer;
import dev.bullpen.protocol.question.InputRequired;
import dev.bullpen.protocol.question.ServerRequest;
import dev.bullpen.protocol.question.StateSeal;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.Trouble;
import dev.bullpen.server.session.ClientRequests;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Scripts that print what they need of the client and end, to be started again with the answers.
 *
 * <p>A modern client gets what is printed as the answer to its call, and starts the script again
 * itself with a retry; whatever the script wants to remember travels with it, sealed, and so does
 * what an answer must be like. What is not like that is no answer, so that the script asks again. A
 * legacy client is asked by requests of ours, one after the other, and the script is started again
 * here.
 */
public final class Reentry {
  /** A tool that still asks then will never stop. */
  private static final int MOST_ROUNDS = 10;

  private static final String SCRIPT = "script";
  private static final String FORMS = "forms";

  private final ClientRequests requests;
  private final StateSeal seal;

  /**
   * Of what has asked and given no state when it did so last: what it asked, by method and name.
   */
  private final Map<String, Asked> stateless = new ConcurrentHashMap<>();

  private record Asked(ObjectNode forms, Instant until) {}

  public Reentry(ClientRequests requests, StateSeal seal) {
    this.requests = requests;
    this.seal = seal;
  }

  /**
   * What a retry brings back.
   *
   * @param sealed the state it brings, if it is one of ours
   * @param parked the run that waits for it, if one does
   * @param script what the script wanted to be told again
   * @param answers those to what the script has asked; empty if the call brings none at all
   */
  public record Retry(
      Optional<String> sealed,
      Optional<Long> parked,
      Optional<JsonNode> script,
      Optional<ObjectNode> answers) {
    /** Of what never asks, and so has no use for a state or an answer. */
    public static final Retry OF_NOTHING =
        new Retry(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * Read the state and the answers a call brings, and use up nothing. Without a state they answer
   * what was asked without one for as long as that state would count, and nothing where a state
   * counts once: only a state can be used up. A state that is not ours is ignored where none has
   * been given out.
   *
   * @throws JsonRpcException if the state is not one we have given out for this very call
   */
  public Retry read(
      String method,
      String name,
      ObjectNode arguments,
      Optional<String> requestState,
      Optional<ObjectNode> responses)
      throws JsonRpcException {
    Optional<String> sealed =
        requestState.filter(given -> seal.hasAsked(method, name) || seal.isOurs(given));
    if (sealed.isEmpty()) {
      return new Retry(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          responses.map(brought -> withoutState(method, name, brought)));
    }
    ObjectNode state = seal.open(sealed.get(), method, name, arguments, Instant.now());
    return new Retry(
        sealed,
        Parking.run(state),
        Optional.ofNullable(state.get(SCRIPT)),
        responses.map(brought -> InputRequired.answers(state.path(FORMS), brought)));
  }

  /**
   * The retry is served now, so its state is used up.
   *
   * @throws JsonRpcException if it has been used before and may be only once
   */
  public void use(Retry retry) throws JsonRpcException {
    if (retry.sealed().isPresent()) {
      seal.use(retry.sealed().get(), Instant.now());
    }
  }

  private ObjectNode withoutState(String method, String name, ObjectNode responses) {
    if (seal.countsOnce()) {
      return Json.object();
    }
    Asked asked = stateless.get(asker(method, name));
    if (asked == null && !seal.hasAsked(method, name)) {
      return InputRequired.possibleAnswers(responses); // asked, if at all, before this process
    }
    return asked == null || !Instant.now().isBefore(asked.until())
        ? Json.object()
        : InputRequired.answers(asked.forms(), responses);
  }

  private static String asker(String method, String name) {
    return method + ' ' + name;
  }

  /**
   * Ask what the script has printed.
   *
   * @throws JsonRpcException if it cannot be asked
   */
  public void ask(Reentrant script, ObjectNode printed) throws JsonRpcException {
    Call call = script.call();
    InputRequired asked = InputRequired.ofScript(printed);
    ObjectNode missing = asked.missing(call.capabilities());
    if (!missing.isEmpty()) {
      lacks(script, missing);
    } else if (call.isModern()) {
      seal.prepare();
      call.answer(asked.toJson(Optional.of(sealed(script, asked))));
    } else if (script.round() >= MOST_ROUNDS) {
      giveUp(script, "asks-forever", "asked %d times and never ended".formatted(MOST_ROUNDS));
    } else {
      new Interview(script, asked).next();
    }
  }

  private static void lacks(Reentrant script, ObjectNode missing) throws JsonRpcException {
    if (script.call().isModern()) {
      throw new JsonRpcException(JsonRpcError.missingClientCapability(missing));
    }
    giveUp(
        script,
        Trouble.CLIENT_CANNOT,
        "needs what this client does not offer: " + String.join(", ", missing.propertyNames()));
  }

  private static void giveUp(Reentrant script, String reason, String why) {
    script.call().troubled(Trouble.of(reason, "it " + why));
    script.giveUp(why);
  }

  private String sealed(Reentrant script, InputRequired asked) {
    ObjectNode box = Json.object();
    ObjectNode forms = asked.forms();
    asked.state().ifPresent(state -> box.set(SCRIPT, state));
    box.set(FORMS, forms);
    String asker = asker(script.method(), script.name());
    Instant now = Instant.now();
    if (asked.state().isEmpty()) {
      stateless.put(asker, new Asked(forms, seal.expiry(now)));
    } else {
      stateless.remove(asker);
    }
    return seal.seal(box, script.method(), script.name(), script.arguments(), now);
  }

  /** The questions of one round, put to a legacy client. */
  private final class Interview {
    private final Reentrant script;
    private final Optional<JsonNode> state;
    private final Queue<Map.Entry<String, ServerRequest>> left;
    private final ObjectNode answers = Json.object();

    Interview(Reentrant script, InputRequired asked) {
      this.script = script;
      this.state = asked.state();
      this.left = new ArrayDeque<>(asked.requests().entrySet());
    }

    void next() throws JsonRpcException {
      Map.Entry<String, ServerRequest> question = left.poll();
      if (question == null) {
        script.again(answers, state);
        return;
      }
      CompletableFuture<ClientRequests.Pending> pending = new CompletableFuture<>();
      // Before it can be answered: what follows the answer has something else to cancel.
      script.call().onCancel(() -> pending.thenAccept(ClientRequests.Pending::giveUp));
      pending.complete(
          requests.ask(
              question.getValue(),
              script.call().revision(),
              Asking.PATIENCE,
              answer -> script.call().serve(() -> heard(question.getKey(), answer))));
    }

    private void heard(String key, ClientAnswer answer) throws JsonRpcException {
      if (answer.result().isEmpty()) {
        giveUp(script, Trouble.UNANSWERED, "got no answer to %s: %s".formatted(key, answer.why()));
        return;
      }
      answers.set(key, answer.request().forNextRun(answer.result().get()));
      next();
    }
  }
}
