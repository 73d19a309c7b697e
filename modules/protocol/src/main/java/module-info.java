/**
 * JSON-RPC and the Model Context Protocol, message by message and revision by revision.
 *
 * <p>Bytes come in through {@link dev.bullpen.protocol.line.LineReader}, become a {@link
 * dev.bullpen.protocol.Message}, and leave through {@link dev.bullpen.protocol.line.OutgoingLines}.
 * Other modules decide what a request is answered with: this one is independent of processes and
 * projects.
 */
module dev.bullpen.protocol {
  requires static org.jspecify;
  requires transitive dev.bullpen.json;

  exports dev.bullpen.protocol;
  exports dev.bullpen.protocol.line;
  exports dev.bullpen.protocol.method;
  exports dev.bullpen.protocol.question;
  exports dev.bullpen.protocol.session;
  exports dev.bullpen.protocol.shape;
}
