package dev.bullpen.server.session;

import dev.bullpen.project.script.RemoteToken;
import dev.bullpen.protocol.method.ModernResults;
import dev.bullpen.server.call.Handler;
import java.util.Map;
import java.util.Optional;

/**
 * What every session is served.
 *
 * @param handlers by method, in both eras; what exists in one only refuses the other
 * @param token the operator's secret, which every request and notification must carry in its {@code
 *     _meta} if there is one (contract of mcp-bash, remote token); answers to requests of this
 *     server need not
 * @param modern finishes the results of modern requests
 */
public record Service(
    Greetings greetings,
    Map<String, Handler> handlers,
    Optional<RemoteToken> token,
    ModernResults modern) {
  public Service {
    handlers = Map.copyOf(handlers);
  }
}
