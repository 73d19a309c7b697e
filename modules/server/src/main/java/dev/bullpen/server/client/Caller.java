package dev.bullpen.server.client;

import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.method.ModernResults;
import dev.bullpen.protocol.session.ClientCapabilities;
import java.util.Optional;

/**
 * What applies to one request: what a legacy client has agreed to, or what a modern request
 * declares itself.
 *
 * @param logLevel of a modern request; empty for none. A legacy client may change its level while a
 *     call runs, so that is read each time
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

  /** The least serious log line the client wants to see now; empty for none. */
  public Optional<LogLevel> logLevelNow() {
    return isModern() ? logLevel : Optional.of(client.agreement().logLevel());
  }
}
