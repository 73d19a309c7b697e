package dev.bullpen.protocol.question;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.session.ClientCapabilities;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A result that asks the client for input and a retry (specification 2026-07-28, multi round-trip
 * requests). Only {@code tools/call}, {@code prompts/get} and {@code resources/read} may have it.
 *
 * @param requests by the key of their answer, in order
 * @param state returned with the retry; any JSON except null
 */
public record InputRequired(Map<String, ServerRequest> requests, Optional<JsonNode> state) {
  static final String RESULT_TYPE = "resultType";

  private static final String INPUT_REQUIRED = "input_required";
  private static final String REQUESTS = "inputRequests";
  private static final String STATE = "requestState";

  public InputRequired {
    requests = Collections.unmodifiableMap(new LinkedHashMap<>(requests));
    if (requests.isEmpty() && state.isEmpty()) {
      throw new IllegalArgumentException("neither requests nor a state");
    }
  }

  public static boolean isOne(JsonNode result) {
    return result.path(RESULT_TYPE).stringValue("").equals(INPUT_REQUIRED);
  }

  /**
   * Read a script's output, which {@link #isOne}.
   *
   * @throws JsonRpcException if the client cannot be asked this; the message names the key
   */
  public static InputRequired ofScript(ObjectNode printed) throws JsonRpcException {
    JsonNode asked = printed.path(REQUESTS);
    if (!asked.isMissingNode() && !asked.isObject()) {
      throw ServerRequest.unaskable("inputRequests must be an object");
    }
    Map<String, ServerRequest> requests = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : asked.properties()) {
      requests.put(entry.getKey(), ServerRequest.ofScript(entry.getKey(), entry.getValue()));
    }
    Optional<JsonNode> state = Optional.ofNullable(printed.get(STATE)).filter(s -> !s.isNull());
    if (requests.isEmpty() && state.isEmpty()) {
      throw ServerRequest.unaskable("there must be inputRequests or a requestState");
    }
    return new InputRequired(requests, state);
  }

  /** The result for a modern client, its state sealed by {@link StateSeal}. */
  public ObjectNode toJson(Optional<String> sealed) {
    ObjectNode inputs = Json.object();
    requests.forEach((key, request) -> inputs.set(key, request.toInput()));
    return build(inputs, sealed);
  }

  /** The forms of the requests, by key, which {@link #answers} needs to check the answers. */
  public ObjectNode forms() {
    ObjectNode forms = Json.object();
    requests.forEach((key, request) -> forms.set(key, request.toForm()));
    return forms;
  }

  /**
   * The answers in a retry. An answer to an unknown request, or one that does not fit, is left out,
   * so the script finds it missing.
   *
   * @param forms {@link #forms} of the requests
   * @param responses the {@code inputResponses} of the call
   */
  public static ObjectNode answers(JsonNode forms, ObjectNode responses) {
    ObjectNode answers = Json.object();
    for (Map.Entry<String, JsonNode> form : forms.properties()) {
      ServerRequest asked = ServerRequest.ofForm(form.getValue());
      ClientAnswer.ofInput(asked, responses, form.getKey())
          .flatMap(ClientAnswer::result)
          .ifPresent(answer -> answers.set(form.getKey(), asked.forNextRun(answer)));
    }
    return answers;
  }

  /** The possible answers in a retry of a call of which no request is known. */
  public static ObjectNode possibleAnswers(ObjectNode responses) {
    ObjectNode answers = Json.object();
    for (Map.Entry<String, JsonNode> one : responses.properties()) {
      if (one.getValue() instanceof ObjectNode response) {
        ServerRequest.any().stream()
            .filter(request -> request.fault(request.whole(response)).isEmpty())
            .findFirst()
            .map(request -> request.forNextRun(request.whole(response)))
            .ifPresent(answer -> answers.set(one.getKey(), answer));
      }
    }
    return answers;
  }

  /** The needed capabilities that the client does not declare. */
  public ObjectNode missing(ClientCapabilities client) {
    ObjectNode missing = Json.object();
    for (ServerRequest request : requests.values()) {
      if (!request.supportedBy(client)) {
        for (Map.Entry<String, JsonNode> wanted : request.requiredCapability().properties()) {
          missing.withObject("/" + wanted.getKey()).setAll((ObjectNode) wanted.getValue());
        }
      }
    }
    return missing;
  }

  /**
   * Build the result, without what {@code ModernResults} adds.
   *
   * @param inputRequests each from {@link ServerRequest#toInput}, by key. If there are none, there
   *     must be a state, and the client retries later
   */
  public static ObjectNode build(ObjectNode inputRequests, Optional<String> requestState) {
    if (inputRequests.isEmpty() && requestState.isEmpty()) {
      throw new IllegalArgumentException("neither requests nor a state");
    }
    ObjectNode result = Json.object().put(RESULT_TYPE, INPUT_REQUIRED);
    if (!inputRequests.isEmpty()) {
      result.set(REQUESTS, inputRequests);
    }
    requestState.ifPresent(state -> result.put(STATE, state));
    return result;
  }
}
