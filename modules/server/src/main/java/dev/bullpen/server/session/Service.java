package dev.bullpen.server.session;

import dev.bullpen.project.script.RemoteToken;
import dev.bullpen.protocol.method.ModernResults;
import dev.bullpen.server.call.Handler;
import dev.bullpen.server.client.SharedBudget;
import java.util.Map;
import java.util.Optional;

/**
 * What is the same for every session.
 *
 * @param handlers by method, in both eras; a method of one era is refused in the other
 * @param token the operator's secret. If there is one, every request and notification must carry it
 *     in its {@code _meta} (contract of mcp-bash, remote token), but not answers to requests of
 *     this server
 * @param modern finishes the results of modern requests
 * @param batched bytes, for the answers to batches that wait for the last of them
 */
public record Service(
    Greetings greetings,
    Map<String, Handler> handlers,
    Optional<RemoteToken> token,
    ModernResults modern,
    SharedBudget batched) {
  public Service {
    handlers = Map.copyOf(handlers);
  }
}
