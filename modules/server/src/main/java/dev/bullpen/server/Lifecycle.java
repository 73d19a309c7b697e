package dev.bullpen.server;

import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.Capability;
import dev.bullpen.protocol.DiscoverResult;
import dev.bullpen.protocol.InitializeResult;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.ServerCapabilities;
import dev.bullpen.protocol.ServerInfo;
import java.util.Set;

/**
 * The greetings: {@code initialize} for the legacy era, {@code server/discover} for the modern one.
 */
final class Lifecycle {
  private static final ServerCapabilities CAPABILITIES =
      new ServerCapabilities(Set.of(Capability.COMPLETIONS, Capability.LOGGING, Capability.TOOLS));

  private final ServerInfo identity;
  private final Runnable greeted;

  /**
   * @param greeted run after every greeting; must be idempotent and quick
   */
  Lifecycle(ServerInfo identity, Runnable greeted) {
    this.identity = identity;
    this.greeted = greeted;
  }

  /** Answer {@code initialize}, on which the session has agreed. */
  void initialize(Call call, Revision agreed) {
    call.answer(InitializeResult.build(agreed, identity, CAPABILITIES));
    greeted.run();
  }

  void discover(Call call) {
    call.answer(DiscoverResult.build(identity, CAPABILITIES, CacheHint.STALE));
    greeted.run();
  }
}
