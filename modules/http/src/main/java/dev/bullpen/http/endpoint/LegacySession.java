package dev.bullpen.http.endpoint;

import dev.bullpen.http.access.Grant;
import dev.bullpen.http.stream.EventLogs;
import dev.bullpen.http.stream.MessageStream;
import dev.bullpen.http.stream.MessageStream.Form;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.line.OutQueue;
import dev.bullpen.server.client.Peer;
import dev.bullpen.server.engine.Engine;
import dev.bullpen.server.session.Session;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A legacy client's session. Each POST with a request has its own stream, and so have messages that
 * belong to no request. A broken connection cancels nothing: the client may return for what it has
 * missed (specification 2025-11-25, transports, resumability).
 */
final class LegacySession implements SessionPlaces.Session {
  private static final String OWN = "0";

  private static final AtomicLong NUMBERS = new AtomicLong();

  private final String id;

  /** The number in logs, which do not need the id. */
  private final Optional<String> number = Optional.of(Long.toString(NUMBERS.incrementAndGet()));

  private final Grant grant;
  private final Engine engine;
  private final Streams streams;
  private final EventLogs logs;
  private final MessageStream own;
  private final Session session;
  private final AtomicInteger names = new AtomicInteger();
  private final PostStreams posts = new PostStreams();

  private volatile long usedAt = System.nanoTime();

  LegacySession(String id, Exchange greeting, Engine engine, Streams streams, EventLogs logs) {
    this.id = id;
    this.grant = greeting.grant();
    this.engine = engine;
    this.streams = streams;
    this.logs = logs;
    this.own = stream(Form.EVENTS, new Owner(), OWN);
    this.session = engine.open(greeting.principal(), greeting.rights(), own);
  }

  private MessageStream stream(Form form, MessageStream.Owner owner, String name) {
    OutQueue queue = new OutQueue(engine.outgoingBudget(), principal());
    return MessageStream.resumable(form, queue, owner, name, logs.log(principal()));
  }

  String id() {
    return id;
  }

  @Override
  public String principal() {
    return grant.principal();
  }

  Grant grant() {
    return grant;
  }

  Session session() {
    return session;
  }

  void used() {
    usedAt = System.nanoTime();
  }

  /** How long there has been no request, and no stream or call in progress. */
  @Override
  public Duration idleFor() {
    return own.isAttached() || session.calls().quietFor().isZero()
        ? Duration.ZERO
        : Duration.ofNanos(System.nanoTime() - usedAt);
  }

  /** Whether initialize has been answered. */
  boolean hasBegun() {
    return revision().isPresent();
  }

  /** The revision agreed on in initialize. */
  Optional<Revision> revision() {
    return session.client().agreement().revision();
  }

  /** Accept a POST without a request. */
  void receive(Post post) {
    Peer peer = post.exchange().peer(number);
    session.serve(post.message(), new StreamReply(own, false, peer, () -> {}));
  }

  /**
   * Serve a POST with a request, and answer on its connection. The answer to initialize carries the
   * session's id.
   */
  void serve(Post post) {
    boolean isGreeting = !hasBegun();
    String name = Integer.toString(names.incrementAndGet());
    MessageStream stream = stream(post.form(), new Owner(), name);
    posts.add(name, stream);
    Exchange exchange = post.exchange();
    session.serve(
        post.message(), new StreamReply(stream, false, exchange.peer(number), exchange.whenOver()));
    if (isGreeting && hasBegun()) {
      post.exchange().answer().header(Exchange.SESSION_ID, id);
    }
    if (stream.isComplete()) {
      streams.connect(post.exchange(), stream);
    } else {
      connectEvents(post.exchange(), stream);
    }
  }

  /** Clients before 2025-11-25 take an event without data for a broken one. */
  private void connectEvents(Exchange exchange, MessageStream stream) {
    boolean primes = revision().filter(known -> known.isSince(Revision.V2025_11_25)).isPresent();
    streams.watch(exchange, stream);
    stream.attachEvents(exchange.answer(), primes);
  }

  /** Connect the stream of messages that belong to no request. */
  void listen(Exchange exchange) {
    connectEvents(exchange, own);
  }

  /**
   * Resume a stream after one of its events.
   *
   * @param eventId as sent
   * @return false if the event is no longer kept
   */
  boolean resume(Exchange exchange, String eventId) {
    int dash = eventId.indexOf('-');
    Optional<MessageStream> stream =
        dash < 0 ? Optional.empty() : stream(eventId.substring(0, dash));
    try {
      return stream.isPresent()
          && resume(exchange, stream.get(), Long.parseLong(eventId.substring(dash + 1)));
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private boolean resume(Exchange exchange, MessageStream stream, long number) {
    streams.watch(exchange, stream);
    return stream.resume(exchange.answer(), number);
  }

  private Optional<MessageStream> stream(String name) {
    return name.equals(OWN) ? Optional.of(own) : posts.named(name);
  }

  /** End the session and what its calls run. */
  void end(String why) {
    engine.end(session, why);
    own.complete();
    own.discard();
    posts.discard();
  }

  /** Owns a stream of the session. Its end cancels nothing: the client may come back. */
  private final class Owner implements MessageStream.Owner {
    @Override
    public void roomAgain() {
      engine.roomAgain(session);
    }

    @Override
    public void written() {
      used();
    }

    @Override
    public void connectionLost() {
      used();
    }
  }
}
