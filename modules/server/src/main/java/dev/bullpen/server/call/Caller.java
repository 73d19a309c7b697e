package dev.bullpen.server.call;

import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.method.ModernResults;
import dev.bullpen.protocol.session.ClientCapabilities;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The client that asks: what the session has agreed on with a legacy client, or what a modern
 * request says of itself.
 *
 * @param logLevel asked each time, because a legacy client may change it while a call runs
 * @param modern finishes the results of a modern request; empty for a legacy one
 */
public record Caller(
    Revision revision,
    ClientCapabilities capabilities,
    Supplier<Optional<LogLevel>> logLevel,
    Optional<ModernResults> modern) {
  boolean isModern() {
    return modern.isPresent();
  }
}
