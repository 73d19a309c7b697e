package dev.bullpen.http.endpoint;

import dev.bullpen.http.stream.MessageStream;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.line.OutQueue;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.engine.Engine;
import dev.bullpen.server.session.Session;
import java.util.Optional;

/**
 * Serves a POST on its own: its session ends with the answer. If the client closes the connection
 * earlier, that cancels the request (specification 2026-07-28, cancellation).
 */
final class LoneExchange implements MessageStream.Owner {
  private static final String OVER = "The request is over";

  private final Post post;
  private final boolean isModern;
  private final Engine engine;
  private final Streams streams;
  private final MessageStream stream;
  private final Session session;

  private LoneExchange(Post post, boolean isModern, Engine engine, Streams streams) {
    this.post = post;
    this.isModern = isModern;
    this.engine = engine;
    this.streams = streams;
    Exchange exchange = post.exchange();
    OutQueue queue = new OutQueue(engine.outgoingBudget(), exchange.grant().principal());
    this.stream = MessageStream.once(post.form(), queue, this);
    this.session = engine.open(exchange.principal(), exchange.rights(), stream);
  }

  static void modern(Post post, Engine engine, Streams streams) {
    new LoneExchange(post, true, engine, streams).begin();
  }

  /**
   * Serve a POST of a legacy client without a session.
   *
   * @param revision as if the client had agreed to it; empty for initialize
   */
  static void legacy(Post post, Optional<Revision> revision, Engine engine, Streams streams) {
    LoneExchange served = new LoneExchange(post, false, engine, streams);
    revision.ifPresent(
        agreed -> served.session.client().agreement().negotiate(agreed, ClientCapabilities.NONE));
    served.begin();
  }

  private void begin() {
    streams.connect(post.exchange(), stream);
    Exchange exchange = post.exchange();
    session.serve(
        post.message(),
        new StreamReply(stream, isModern, exchange.peer(Optional.empty()), exchange.whenOver()));
  }

  @Override
  public void roomAgain() {
    engine.roomAgain(session);
  }

  @Override
  public void written() {
    streams.soon(() -> engine.end(session, OVER));
  }

  @Override
  public void connectionLost() {
    streams.soon(
        () -> {
          if (post.message() instanceof Message.Request request) {
            session.cancel(request.id());
          }
          engine.end(session, OVER);
        });
  }
}
