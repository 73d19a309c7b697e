package dev.bullpen.protocol.method;

import dev.bullpen.protocol.RequestId;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Which request is no longer wanted.
 *
 * @param reason for the log
 */
public record CancelledParams(RequestId requestId, Optional<String> reason) {
  /**
   * Read the params of {@code notifications/cancelled}; empty if they name no request, for a
   * malformed cancellation is ignored (specification, cancellation, error handling). {@code id} is
   * taken where {@code requestId} is absent: older clients send it.
   */
  public static Optional<CancelledParams> parse(JsonNode params) {
    JsonNode id = params.has("requestId") ? params.path("requestId") : params.path("id");
    return RequestId.of(id)
        .map(known -> new CancelledParams(known, params.path("reason").stringValueOpt()));
  }
}
