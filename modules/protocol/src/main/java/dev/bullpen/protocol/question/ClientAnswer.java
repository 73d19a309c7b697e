package dev.bullpen.protocol.question;

import dev.bullpen.json.WholeNumber;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.Message;
import java.math.BigInteger;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a client answered to a {@link ServerRequest}. */
public sealed interface ClientAnswer {
  /**
   * What was asked for.
   *
   * @param json the result, whole and checked; see {@link ServerRequest#whole} and {@link
   *     ServerRequest#fault}
   */
  record Given(ServerRequest request, ObjectNode json) implements ClientAnswer {
    @Override
    public Optional<ObjectNode> result() {
      return Optional.of(json);
    }

    @Override
    public String why() {
      return "";
    }

    @Override
    public ObjectNode forScript() {
      return request.forScript(json);
    }
  }

  /**
   * Nothing that could be used.
   *
   * @param code the client's, or {@link ErrorCode#INTERNAL_ERROR}
   */
  record Refused(ServerRequest request, int code, String why) implements ClientAnswer {
    @Override
    public Optional<ObjectNode> result() {
      return Optional.empty();
    }

    @Override
    public ObjectNode forScript() {
      return request.forScript(code, why);
    }
  }

  /** The request that is answered. */
  ServerRequest request();

  /** What was asked for; empty if the client did not give it. */
  Optional<ObjectNode> result();

  /** Why there is no result; the empty text if there is. */
  String why();

  /** What the script is told that asked. */
  ObjectNode forScript();

  /**
   * The answer of a legacy client.
   *
   * @param body the whole message, {@link Message.Response#body}
   */
  static ClientAnswer of(ServerRequest request, ObjectNode body) {
    JsonNode error = body.path("error");
    if (error.isObject()) {
      return new Refused(
          request,
          code(error.path("code")),
          error.path("message").stringValue("the client gave no reason"));
    }
    if (body.path("result") instanceof ObjectNode result) {
      ObjectNode whole = request.whole(result);
      Optional<String> fault = request.fault(whole);
      return fault.isEmpty()
          ? new Given(request, whole)
          : none(request, "the client's answer is not one: " + fault.get());
    }
    return none(request, "the client's answer has neither a result nor an error");
  }

  private static int code(JsonNode written) {
    return WholeNumber.of(written)
        .filter(code -> code.bitLength() < Integer.SIZE)
        .map(BigInteger::intValue)
        .orElse(ErrorCode.INTERNAL_ERROR);
  }

  /** There will be no answer. */
  static ClientAnswer none(ServerRequest request, String why) {
    return new Refused(request, ErrorCode.INTERNAL_ERROR, why);
  }

  /**
   * The answer a modern client brings along with a retry. It may be asked again for what it does
   * not bring, or brings in another form (specification 2026-07-28, multi round-trip requests).
   *
   * @param responses the {@code inputResponses} of the call
   * @param key under which the request was sent
   * @return empty if there is none of use
   */
  static Optional<ClientAnswer> ofInput(ServerRequest request, ObjectNode responses, String key) {
    return Optional.of(responses.path(key))
        .filter(ObjectNode.class::isInstance)
        .map(ObjectNode.class::cast)
        .map(request::whole)
        .filter(response -> request.fault(response).isEmpty())
        .map(response -> new Given(request, response));
  }
}
