package dev.bullpen.server.session;

import dev.bullpen.project.script.RemoteToken;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.MetaKey;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Where the operator has set a secret, every request and notification must carry it in its {@code
 * _meta} (contract of mcp-bash, remote token). Answers to our own requests need not.
 */
public record Admission(Optional<RemoteToken> token) {
  boolean admits(JsonNode params) {
    return token.isEmpty()
        || (params.path(MetaKey.META) instanceof ObjectNode meta && token.get().matches(meta));
  }

  void check(JsonNode params) throws JsonRpcException {
    if (!admits(params)) {
      throw new JsonRpcException(
          JsonRpcError.of(ErrorCode.INVALID_PARAMS, "Remote token missing or invalid"));
    }
  }
}
