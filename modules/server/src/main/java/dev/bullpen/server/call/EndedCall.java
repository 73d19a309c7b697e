package dev.bullpen.server.call;

import dev.bullpen.protocol.ErrorCode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call that is over.
 *
 * @param trouble of an {@link Outcome#ERROR}
 * @param code of the JSON-RPC error that is its answer; 0 if it is none
 */
public record EndedCall(
    Call call, Outcome outcome, Optional<Trouble> trouble, int code, Duration took) {
  /** How a call ended. */
  public enum Outcome {
    OK("ok"),
    /** Answered by an error, or by a result that is one. */
    ERROR("error"),
    CANCELLED("cancelled"),
    /** Answered by a question. The client's answer to it is another call. */
    ASKED("asked");

    private final String word;

    Outcome(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }

  /** Errors that the client can avoid. */
  static final Map<Integer, String> CLIENTS_FAULT =
      Map.of(
          ErrorCode.INVALID_REQUEST, "invalid-request",
          ErrorCode.NOT_INITIALIZED, "not-initialized",
          ErrorCode.UNSUPPORTED_PROTOCOL_VERSION, "unsupported-version",
          ErrorCode.INVALID_PARAMS, "invalid-params",
          ErrorCode.RESOURCE_NOT_FOUND, "not-found",
          ErrorCode.MISSING_CLIENT_CAPABILITY, "client-cannot",
          ErrorCode.METHOD_NOT_FOUND, "not-found");

  private static final String RATE_LIMITED = "rate-limited";

  static EndedCall answered(Call call, ObjectNode message) {
    JsonNode error = message.path("error");
    boolean isError = error.isObject() || message.at("/result/isError").booleanValue(false);
    return new EndedCall(
        call,
        isError ? Outcome.ERROR : Outcome.OK,
        isError ? Optional.of(call.trouble().orElseGet(() -> ofAnswer(message))) : Optional.empty(),
        error.path("code").intValue(0),
        call.age());
  }

  static EndedCall without(Call call, Outcome outcome) {
    return new EndedCall(call, outcome, Optional.empty(), 0, call.age());
  }

  /** A word for an error. */
  static String word(int code) {
    return code == ErrorCode.RATE_LIMITED
        ? RATE_LIMITED
        : CLIENTS_FAULT.getOrDefault(code, "internal-error");
  }

  private static Trouble ofAnswer(ObjectNode message) {
    JsonNode error = message.path("error");
    String reason =
        error
            .at("/data/reason")
            .stringValue(message.at("/result/_meta/reason").stringValue("error-result"));
    if (error.isMissingNode()) {
      return Trouble.of(reason, "");
    }
    String word = word(error.path("code").intValue(0));
    return Trouble.of(
        error.at("/data/reason").stringValue(word), error.path("message").stringValue(""));
  }
}
