package dev.bullpen.server.session;

import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.protocol.session.ServerCapabilities;
import dev.bullpen.protocol.session.ServerInfo;
import dev.bullpen.server.call.Call;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The greetings: {@code initialize} for the legacy era, {@code server/discover} for the modern one.
 */
public final class Lifecycle {
  private final ServerInfo identity;
  private final ServerCapabilities capabilities;
  private final CacheHint hint;
  private final Runnable firstGreeted;
  private final AtomicBoolean greeted = new AtomicBoolean();

  public Lifecycle(
      ServerInfo identity, ServerCapabilities capabilities, CacheHint hint, Runnable firstGreeted) {
    this.identity = identity;
    this.capabilities = capabilities;
    this.hint = hint;
    this.firstGreeted = firstGreeted;
  }

  void initialize(Call call, Revision agreed, ClientCapabilities client) {
    call.answer(identity.initializeResult(agreed, capabilities.withUi(client.ui())));
    greeted();
  }

  /** The same for every client, so that it may be kept for all. */
  void discover(Call call) {
    call.answer(identity.discoverResult(capabilities.withUi(true), hint));
    greeted();
  }

  private void greeted() {
    if (greeted.compareAndSet(false, true)) {
      firstGreeted.run();
    }
  }
}
