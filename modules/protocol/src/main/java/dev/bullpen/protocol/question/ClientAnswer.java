package dev.bullpen.protocol.question;

import dev.bullpen.json.WholeNumber;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.Message;
import java.math.BigInteger;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A client's answer to a {@link ServerRequest}.
 *
 * @param result complete and checked; empty if the client gave nothing usable
 * @param code the client's error code, or {@link ErrorCode#INTERNAL_ERROR}; 0 with a result
 * @param why there is no result; empty with a result
 */
public record ClientAnswer(
    ServerRequest request, Optional<ObjectNode> result, int code, String why) {
  public static ClientAnswer none(ServerRequest request, String why) {
    return new ClientAnswer(request, Optional.empty(), ErrorCode.INTERNAL_ERROR, why);
  }

  private static ClientAnswer given(ServerRequest request, ObjectNode result) {
    return new ClientAnswer(request, Optional.of(result), 0, "");
  }

  /** The answer of a legacy client; see {@link Message.Response#body}. */
  public static ClientAnswer of(ServerRequest request, ObjectNode body) {
    JsonNode error = body.path("error");
    if (error.isObject()) {
      String why = error.path("message").stringValue("the client gave no reason");
      return new ClientAnswer(request, Optional.empty(), code(error.path("code")), why);
    }
    if (body.path("result") instanceof ObjectNode result) {
      ObjectNode whole = request.whole(result);
      return request
          .fault(whole)
          .map(fault -> none(request, "the client's answer is not valid: " + fault))
          .orElseGet(() -> given(request, whole));
    }
    return none(request, "the client's answer has neither a result nor an error");
  }

  private static int code(JsonNode written) {
    return WholeNumber.of(written)
        .filter(code -> code.bitLength() < Integer.SIZE)
        .map(BigInteger::intValue)
        .orElse(ErrorCode.INTERNAL_ERROR);
  }

  /**
   * The answer in a modern client's retry. If it is missing or wrong, the script may ask again
   * (specification 2026-07-28, multi round-trip requests).
   */
  public static Optional<ClientAnswer> ofInput(
      ServerRequest request, ObjectNode responses, String key) {
    return Optional.of(responses.path(key))
        .filter(ObjectNode.class::isInstance)
        .map(ObjectNode.class::cast)
        .map(request::whole)
        .filter(response -> request.fault(response).isEmpty())
        .map(response -> given(request, response));
  }

  public ObjectNode forScript() {
    return result.map(request::forScript).orElseGet(() -> request.forScript(code, why));
  }
}
