package dev.bullpen.server.session;

import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.protocol.session.DiscoverResult;
import dev.bullpen.protocol.session.InitializeResult;
import dev.bullpen.protocol.session.ServerCapabilities;
import dev.bullpen.protocol.session.ServerInfo;
import dev.bullpen.server.call.Call;

/**
 * The greetings: {@code initialize} for the legacy era, {@code server/discover} for the modern one.
 */
public final class Lifecycle {
  private final ServerInfo identity;
  private final ServerCapabilities capabilities;
  private final CacheHint hint;
  private final Runnable greeted;

  /**
   * @param capabilities what is served
   * @param hint how long a client may keep what {@code server/discover} says
   * @param greeted run after every greeting; must be idempotent and quick
   */
  public Lifecycle(
      ServerInfo identity, ServerCapabilities capabilities, CacheHint hint, Runnable greeted) {
    this.identity = identity;
    this.capabilities = capabilities;
    this.hint = hint;
    this.greeted = greeted;
  }

  /** Answer {@code initialize}, on which the session has agreed. */
  void initialize(Call call, Revision agreed, ClientCapabilities client) {
    call.answer(InitializeResult.build(agreed, identity, capabilities.withUi(client.ui())));
    greeted.run();
  }

  /** The same for every client, so that it may be kept for all. */
  void discover(Call call) {
    call.answer(DiscoverResult.build(identity, capabilities.withUi(true), hint));
    greeted.run();
  }
}
