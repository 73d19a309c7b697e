package dev.bullpen.server.client;

import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.method.ModernResults;
import dev.bullpen.protocol.session.ClientCapabilities;
import java.util.Optional;

/**
 * What one request goes by: what the session has agreed to with a legacy client, or what a modern
 * request says of itself.
 *
 * @param logLevel what a modern request says; empty for none. A legacy client may change its level
 *     while a call runs, so it is asked for each time
 * @param modern finishes the results of a modern request; empty for a legacy one
 */
public record Caller(
    Client client,
    Revision revision,
    ClientCapabilities capabilities,
    Optional<LogLevel> logLevel,
    Optional<ModernResults> modern) {
  public boolean isModern() {
    return modern.isPresent();
  }

  /** The least serious log line the client wants to see now; empty for none at all. */
  public Optional<LogLevel> logLevelNow() {
    return isModern() ? logLevel : Optional.of(client.agreement().logLevel());
  }
}
