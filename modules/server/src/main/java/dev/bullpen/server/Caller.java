package dev.bullpen.server;

import dev.bullpen.protocol.ClientCapabilities;
import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.ModernResults;
import dev.bullpen.protocol.Revision;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Who asks: what the session has agreed on with a legacy client, or what a modern request says of
 * itself.
 *
 * @param logLevel asked each time, because a legacy client may change it while a call runs
 * @param modern finishes the results of a modern request; empty for a legacy one
 */
record Caller(
    Revision revision,
    ClientCapabilities capabilities,
    Supplier<Optional<LogLevel>> logLevel,
    Optional<ModernResults> modern) {
  boolean isModern() {
    return modern.isPresent();
  }
}
