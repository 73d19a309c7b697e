package dev.bullpen.server;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.CallToolParams;
import dev.bullpen.protocol.CallToolResult;
import dev.bullpen.protocol.ClientAnswer;
import dev.bullpen.protocol.InputRequired;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.ServerRequest;
import dev.bullpen.protocol.StateSeal;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Scripts that print what they need of the client and end, to be started again with the answers.
 *
 * <p>A modern client gets what is printed as the answer to its call, and starts the script again
 * itself with a retry; whatever the script wants to remember travels with it, sealed. A legacy one
 * is asked by requests of ours, one after the other, and the script is started again here.
 */
final class Reentry {
  /** A tool that still asks then will never stop. */
  private static final int MOST_ROUNDS = 10;

  private static final String SCRIPT = "script";

  private final ClientRequests requests;
  private final StateSeal seal;

  Reentry(ClientRequests requests, StateSeal seal) {
    this.requests = requests;
    this.seal = seal;
  }

  /**
   * What a retry brings back.
   *
   * @param parked the run that waits for it, if one does
   * @param script what the script wanted to be told again
   */
  record Retry(Optional<Long> parked, Optional<JsonNode> script) {
    static final Retry NONE = new Retry(Optional.empty(), Optional.empty());
  }

  /**
   * Read the state a call brings.
   *
   * @throws JsonRpcException if it is not one we have given out for this very call
   */
  Retry read(CallToolParams params) throws JsonRpcException {
    if (params.requestState().isEmpty()) {
      return Retry.NONE;
    }
    ObjectNode state =
        seal.open(
            params.requestState().get(),
            Methods.TOOLS_CALL,
            params.name(),
            params.arguments(),
            Instant.now());
    return new Retry(Parking.run(state), Optional.ofNullable(state.get(SCRIPT)));
  }

  /**
   * Ask what the script has printed.
   *
   * @param again starts the script once more
   * @throws JsonRpcException if it cannot be asked
   */
  void ask(ToolAttempt attempt, Call call, ObjectNode printed, Again again)
      throws JsonRpcException {
    InputRequired asked = InputRequired.ofScript(printed);
    ObjectNode missing = Json.object();
    for (ServerRequest request : asked.requests().values()) {
      if (!request.supportedBy(call.capabilities())) {
        missing.setAll(request.requiredCapability());
      }
    }
    if (!missing.isEmpty()) {
      lacks(call, missing);
    } else if (call.isModern()) {
      call.answer(asked.toJson(asked.state().map(state -> sealed(attempt, state))));
    } else if (attempt.round() >= MOST_ROUNDS) {
      call.answer(
          CallToolResult.error("The tool asked %d times and never ended".formatted(MOST_ROUNDS)));
    } else {
      new Interview(attempt, call, asked, again).next();
    }
  }

  /** Starts a script once more. */
  interface Again {
    void start(ToolAttempt attempt) throws JsonRpcException;
  }

  private static void lacks(Call call, ObjectNode missing) throws JsonRpcException {
    if (call.isModern()) {
      throw new JsonRpcException(JsonRpcError.missingClientCapability(missing));
    }
    call.answer(
        CallToolResult.error(
            "The tool needs what this client does not offer: "
                + String.join(", ", missing.propertyNames())));
  }

  private String sealed(ToolAttempt attempt, JsonNode state) {
    ObjectNode box = Json.object();
    box.set(SCRIPT, state);
    return seal.seal(
        box,
        Methods.TOOLS_CALL,
        attempt.params().name(),
        attempt.params().arguments(),
        Instant.now().plus(Parking.PATIENCE));
  }

  /** The questions of one round, put to a legacy client. */
  private final class Interview {
    private final ToolAttempt attempt;
    private final Call call;
    private final Optional<JsonNode> state;
    private final Again again;
    private final Queue<Map.Entry<String, ServerRequest>> left;
    private final ObjectNode answers = Json.object();

    Interview(ToolAttempt attempt, Call call, InputRequired asked, Again again) {
      this.attempt = attempt;
      this.call = call;
      this.state = asked.state();
      this.again = again;
      this.left = new ArrayDeque<>(asked.requests().entrySet());
    }

    void next() throws JsonRpcException {
      Map.Entry<String, ServerRequest> question = left.poll();
      if (question == null) {
        again.start(attempt.again(answers, state));
        return;
      }
      CompletableFuture<ClientRequests.Pending> pending = new CompletableFuture<>();
      // Before it can be answered: what follows the answer has something else to cancel.
      call.onCancel(() -> pending.thenAccept(ClientRequests.Pending::giveUp));
      pending.complete(
          requests.ask(
              question.getValue(),
              call.revision(),
              Parking.PATIENCE,
              answer -> call.guarded(() -> heard(question.getKey(), answer)).run()));
    }

    private void heard(String key, ClientAnswer answer) throws JsonRpcException {
      if (answer.result().isEmpty()) {
        call.answer(CallToolResult.error("The tool got no answer to " + key + ": " + answer.why()));
        return;
      }
      answers.set(key, answer.result().get());
      next();
    }
  }
}
