package dev.bullpen.server.asking;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.method.CallParams;
import dev.bullpen.protocol.question.ClientAnswer;
import dev.bullpen.protocol.question.InputRequired;
import dev.bullpen.protocol.question.ServerRequest;
import dev.bullpen.protocol.question.StateSeal;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallThreads.CallThread;
import dev.bullpen.server.call.Trouble;
import dev.bullpen.server.client.Principal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Scripts that print what they need from the client and end, to be started again with the answers.
 *
 * <p>A modern client gets what is printed as the answer to its call, and has the script started
 * again by a retry. The retry brings back, sealed, the script's own state and the form that answers
 * must have. An answer of another form is dropped, so that the script asks again. A legacy client
 * is asked by requests of this server, one after the other, on the thread of its call, which starts
 * the script again.
 */
public final class Reentry {
  /** A tool that still asks then will never stop. */
  private static final int MOST_ROUNDS = 10;

  private static final String SCRIPT = "script";
  private static final String FORMS = "forms";

  private final StateSeal seal;

  /**
   * What scripts have asked last without a state, by {@link Asker#key}. If there are {@link
   * StateSeal#MANY}, those are forgotten that have expired.
   */
  private final Map<List<String>, Asked> stateless = new ConcurrentHashMap<>();

  private record Asked(ObjectNode forms, Instant until) {
    boolean isOver(Instant now) {
      return !now.isBefore(until);
    }
  }

  public Reentry(StateSeal seal) {
    this.seal = seal;
  }

  /** The script that asks. A state that it gives out is valid only for it. */
  public record Asker(Principal principal, String method, String name, ObjectNode arguments) {
    public static Asker of(Call call, CallParams params) {
      return new Asker(call.principal(), call.method(), params.name(), params.arguments());
    }

    List<String> key() {
      return List.of(principal.name(), method, name);
    }

    StateSeal.Call sealed() {
      return new StateSeal.Call(principal.name(), method, name, arguments);
    }
  }

  /**
   * What the script is started with, if it has asked before.
   *
   * @param answers to what it has asked, by key; empty if the client brings none at all
   * @param state the script's own state from before
   */
  public record Answers(Optional<ObjectNode> answers, Optional<JsonNode> state) {}

  /** There are no answers. The message continues "The tool" or the like. */
  public static final class GivenUpException extends Exception {
    private GivenUpException(String why) {
      super(why);
    }
  }

  /**
   * What a retry brings back.
   *
   * @param asker the script that it starts again
   * @param sealed the state it brings, if it is one of this server's
   * @param parked the run that waits for it, if one does
   * @param brought what the script is started with
   */
  public record Retry(
      Asker asker, Optional<String> sealed, Optional<Long> parked, Answers brought) {}

  /**
   * Read the state and the answers that a call brings, without using the state up. Answers without
   * a state belong to the last question that was asked without one, for as long as its state would
   * have been valid. They are dropped if states may be used only once, as only a state can be used
   * up. A state that was never given to this principal is ignored if none can have been given to
   * it; among replicas one always can.
   *
   * @throws JsonRpcException if the state was not given out for this very call
   */
  public Retry read(Asker asker, Optional<String> requestState, Optional<ObjectNode> responses)
      throws JsonRpcException {
    if (requestState.isEmpty()
        || !(seal.mayHaveAsked(asker.sealed())
            || seal.isOf(asker.principal().name(), requestState.get()))) {
      return new Retry(
          asker,
          Optional.empty(),
          Optional.empty(),
          new Answers(responses.map(brought -> withoutState(asker, brought)), Optional.empty()));
    }
    ObjectNode state = seal.open(requestState.get(), asker.sealed(), Instant.now());
    return new Retry(
        asker,
        requestState,
        Parking.run(state),
        new Answers(
            responses.map(brought -> InputRequired.answers(state.path(FORMS), brought)),
            Optional.ofNullable(state.get(SCRIPT))));
  }

  /**
   * The retry has a place and is served now, so its state is used up.
   *
   * @throws JsonRpcException if it may be used only once, and has been used before or has expired
   *     meanwhile
   */
  public void use(Retry retry) throws JsonRpcException {
    if (retry.sealed().isPresent()) {
      if (seal.countsOnce()) {
        seal.open(retry.sealed().get(), retry.asker().sealed(), Instant.now());
      }
      seal.use(retry.sealed().get(), retry.asker().principal().name(), Instant.now());
    }
  }

  private boolean hasAsked(Asker asker) {
    return seal.hasAsked(asker.sealed());
  }

  private ObjectNode withoutState(Asker asker, ObjectNode responses) {
    if (seal.countsOnce()) {
      return Json.object();
    }
    Asked asked = stateless.get(asker.key());
    if (asked == null && !hasAsked(asker)) {
      return InputRequired.possibleAnswers(responses); // asked before this process, if at all
    }
    return asked == null || asked.isOver(Instant.now())
        ? Json.object()
        : InputRequired.answers(asked.forms(), responses);
  }

  /**
   * Answer a modern call with what its script has printed.
   *
   * @throws JsonRpcException if the client cannot be asked that
   */
  public void answer(Call call, Asker asker, ObjectNode printed) throws JsonRpcException {
    InputRequired asked = InputRequired.ofScript(printed);
    ObjectNode missing = asked.missing(call.capabilities());
    if (!missing.isEmpty()) {
      throw new JsonRpcException(JsonRpcError.missingClientCapability(missing));
    }
    seal.prepare();
    call.answer(asked.toJson(Optional.of(sealed(asker, asked))));
  }

  /**
   * Ask the legacy client of a call what a script has printed, one question after the other.
   *
   * @param thread of the call; it waits for the answers, and a cancel takes the question back
   * @param round how often the script has been started for the call before
   * @throws JsonRpcException if it cannot be asked, or too many calls wait for clients
   * @throws GivenUpException if there are no answers
   */
  public Answers ask(Call call, CallThread thread, ObjectNode printed, int round)
      throws JsonRpcException, GivenUpException {
    InputRequired asked = InputRequired.ofScript(printed);
    ObjectNode missing = asked.missing(call.capabilities());
    if (!missing.isEmpty()) {
      throw givenUp(
          call,
          Trouble.CLIENT_CANNOT,
          "needs what this client does not offer: " + String.join(", ", missing.propertyNames()));
    }
    if (round >= MOST_ROUNDS) {
      throw givenUp(call, "asks-forever", "asked %d times and never ended".formatted(MOST_ROUNDS));
    }
    ObjectNode answers = Json.object();
    for (Map.Entry<String, ServerRequest> question : asked.requests().entrySet()) {
      ClientAnswer answer = ask(call, thread, question.getValue());
      if (answer.result().isEmpty()) {
        throw givenUp(
            call,
            Trouble.UNANSWERED,
            "got no answer to %s: %s".formatted(question.getKey(), answer.why()));
      }
      answers.set(question.getKey(), answer.request().forNextRun(answer.result().get()));
    }
    return new Answers(Optional.of(answers), asked.state());
  }

  private ClientAnswer ask(Call call, CallThread thread, ServerRequest question)
      throws JsonRpcException {
    return thread.aside(
        () ->
            thread.hold(
                call.client().requests().ask(question, call.revision(), seal.goodFor(), call.way()),
                () -> {}));
  }

  private static GivenUpException givenUp(Call call, String reason, String why) {
    call.troubled(Trouble.of(reason, "it " + why));
    return new GivenUpException(why);
  }

  private String sealed(Asker asker, InputRequired asked) {
    ObjectNode box = Json.object();
    ObjectNode forms = asked.forms();
    asked.state().ifPresent(state -> box.set(SCRIPT, state));
    box.set(FORMS, forms);
    Instant now = Instant.now();
    if (asked.state().isEmpty()) {
      stateless.put(asker.key(), new Asked(forms, seal.expiry(now)));
      if (stateless.size() > StateSeal.MANY) {
        stateless.values().removeIf(one -> one.isOver(now));
      }
    } else {
      stateless.remove(asker.key());
    }
    return seal.seal(box, asker.sealed(), now);
  }
}
