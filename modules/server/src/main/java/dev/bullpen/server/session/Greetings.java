package dev.bullpen.server.session;

import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.protocol.session.InitializeParams;
import dev.bullpen.protocol.session.ServerCapabilities;
import dev.bullpen.protocol.session.ServerInfo;
import dev.bullpen.server.call.Call;

/**
 * The greetings: {@code initialize} for the legacy era, {@code server/discover} for the modern one.
 */
public final class Greetings {
  private final ServerInfo identity;
  private final ServerCapabilities capabilities;
  private final CacheHint hint;
  private final boolean mayBeBare;

  /**
   * @param mayBeBare whether the params of {@code initialize} may lack everything, as with mcp-bash
   */
  public Greetings(
      ServerInfo identity, ServerCapabilities capabilities, CacheHint hint, boolean mayBeBare) {
    this.identity = identity;
    this.capabilities = capabilities;
    this.hint = hint;
    this.mayBeBare = mayBeBare;
  }

  InitializeParams params(Call call) throws JsonRpcException {
    return mayBeBare
        ? InitializeParams.parseWhatIsThere(call.params())
        : InitializeParams.parse(call.params());
  }

  void initialize(Call call, Revision agreed, ClientCapabilities client) {
    call.answer(identity.initializeResult(agreed, capabilities.withUi(client.ui())));
  }

  /** The same for every client, so it may be cached for all. */
  void discover(Call call) {
    call.answer(identity.discoverResult(capabilities.withUi(true), hint));
  }
}
