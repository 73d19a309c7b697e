package dev.bullpen.http.endpoint;

import dev.bullpen.http.fleet.Fleet;
import dev.bullpen.http.stream.EventLogs;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.Revision;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.engine.Engine;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.HttpStatus;

/** The sessions of legacy clients, by the id in their requests. */
final class LegacySessions {
  private static final int ID_BYTES = 24;
  private static final int MOST = 10_000;

  /** A session without a request or a stream for this long is ended. */
  private static final Duration EXPIRY = Duration.ofMinutes(30);

  private static final Duration SWEEP = Duration.ofMinutes(1);

  private final Engine engine;
  private final Streams streams;
  private final boolean areOn;
  private final Optional<Fleet> fleet;
  private final EventLogs logs = EventLogs.ofHeap();
  private final SessionPlaces places = new SessionPlaces(MOST);
  private final SecureRandom random = new SecureRandom();
  private final Map<String, LegacySession> sessions = new ConcurrentHashMap<>();

  /**
   * @param areOn otherwise each POST is served alone, and no session begins
   * @param fleet whose other replicas find a session by its id
   */
  LegacySessions(Engine engine, Streams streams, boolean areOn, Optional<Fleet> fleet) {
    this.engine = engine;
    this.streams = streams;
    this.areOn = areOn;
    this.fleet = fleet;
  }

  void begin() {
    engine.after(SWEEP, this::sweep);
  }

  private void sweep() {
    engine.after(SWEEP, this::sweep);
    sessions.values().stream()
        .filter(session -> session.idleFor().compareTo(EXPIRY) > 0)
        .forEach(
            session ->
                streams.soon(() -> end(session, "The session was not used for half an hour")));
  }

  private void end(LegacySession session, String why) {
    if (sessions.remove(session.id(), session)) {
      places.giveBack(session.principal());
    }
    session.end(why);
  }

  int count() {
    return sessions.size();
  }

  void post(Post post) {
    Exchange exchange = post.exchange();
    Optional<String> version = exchange.header(HeaderCheck.VERSION);
    if (isUnknown(version)) {
      refuseVersion(exchange);
    } else if (!areOn) {
      alone(post, version.flatMap(Revision::of));
    } else if (isGreeting(post)) {
      greet(post);
    } else {
      find(exchange).ifPresent(session -> serve(session, post));
    }
  }

  private static boolean isUnknown(Optional<String> version) {
    return version.isPresent() && version.flatMap(Revision::of).isEmpty();
  }

  private static void refuseVersion(Exchange exchange) {
    exchange.refuse(
        HttpStatus.BAD_REQUEST_400,
        "MCP-Protocol-Version names an unsupported revision; supported are: "
            + Revision.LEGACY.stream().map(Revision::wire).toList());
  }

  /** Whether it is a batch for a revision without batches. */
  private static boolean isWrongBatch(Post post, Optional<Revision> revision) {
    return post.message() instanceof Message.Batch
        && revision.filter(Revision::hasBatches).isEmpty();
  }

  private static void refuseBatch(Exchange exchange) {
    exchange.refuse(
        HttpStatus.BAD_REQUEST_400, "Only 2025-03-26 has batches: send one message at a time");
  }

  private static boolean isGreeting(Post post) {
    return post.message() instanceof Message.Request request
        && request.method().equals(Methods.INITIALIZE);
  }

  private void greet(Post post) {
    Exchange exchange = post.exchange();
    String principal = exchange.grant().principal();
    if (!places.take(principal) && !replace(principal)) {
      exchange.answer().header("Retry-After", "60");
      exchange.refuse(
          HttpStatus.SERVICE_UNAVAILABLE_503,
          "No place for a session is free, and none can be ended that is idle; end one with DELETE, or try again later");
      return;
    }
    LegacySession session = new LegacySession(newId(), exchange, engine, streams, logs);
    sessions.put(session.id(), session);
    session.serve(post);
    if (!session.hasBegun()) {
      end(session, "The session has not begun");
    }
  }

  private String newId() {
    byte[] bytes = new byte[ID_BYTES];
    random.nextBytes(bytes);
    String id = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    return fleet.map(replica -> replica.id(id)).orElse(id);
  }

  /** End a session for a new one of a principal; false if there is none that may be ended. */
  private boolean replace(String principal) {
    Optional<LegacySession> idle = places.replaceable(sessions.values(), principal);
    while (idle.isPresent() && !sessions.remove(idle.get().id(), idle.get())) {
      // Another greeting has ended this one at the same moment.
      idle = places.replaceable(sessions.values(), principal);
    }
    if (idle.isPresent()) {
      places.pass(idle.get(), principal);
      idle.get().end("The session was replaced by a newer one because it was idle");
    }
    return idle.isPresent();
  }

  private void serve(LegacySession session, Post post) {
    session.used();
    if (isWrongBatch(post, session.revision())) {
      refuseBatch(post.exchange());
    } else if (post.isAnswered()) {
      session.serve(post);
    } else {
      session.receive(post);
      post.exchange().accept();
    }
    if (session.session().hasLeft()) {
      streams.soon(() -> end(session, "The client has gone"));
    }
  }

  /** The session that a request names. If it is empty, the request has been answered. */
  private Optional<LegacySession> find(Exchange exchange) {
    Optional<String> id = exchange.header(Exchange.SESSION_ID);
    if (isUnknown(exchange.header(HeaderCheck.VERSION))) {
      refuseVersion(exchange);
      return Optional.empty();
    }
    if (id.isEmpty()) {
      exchange.refuse(
          HttpStatus.BAD_REQUEST_400,
          "Mcp-Session-Id is missing: begin with initialize, or send the envelope of 2026-07-28");
      return Optional.empty();
    }
    Optional<LegacySession> session =
        Optional.ofNullable(sessions.get(id.get()))
            .filter(found -> found.grant().hasRightsOf(exchange.grant()));
    if (session.isEmpty()) {
      exchange.refuse(
          HttpStatus.NOT_FOUND_404, "There is no such session: begin a new one with initialize");
    }
    return session;
  }

  void get(Exchange exchange) {
    if (!areOn || exchange.header(Exchange.SESSION_ID).isEmpty()) {
      exchange.answer().header("Allow", "POST");
      exchange.refuse(
          HttpStatus.METHOD_NOT_ALLOWED_405,
          "GET is for the stream of a session. The transport of 2024-11-05 is not served: POST messages to this path");
    } else if (!exchange.takesEvents()) {
      exchange.refuse(HttpStatus.NOT_ACCEPTABLE_406, "Send Accept: text/event-stream");
    } else {
      find(exchange).ifPresent(session -> stream(session, exchange));
    }
  }

  private static void stream(LegacySession session, Exchange exchange) {
    session.used();
    Optional<String> last = exchange.header("Last-Event-ID");
    if (last.isEmpty()) {
      session.listen(exchange);
    } else if (!session.resume(exchange, last.get())) {
      exchange.refuse(HttpStatus.BAD_REQUEST_400, "Last-Event-ID names no event that is kept");
    }
  }

  void delete(Exchange exchange) {
    if (!areOn) {
      exchange.answer().header("Allow", "POST");
      exchange.refuse(HttpStatus.METHOD_NOT_ALLOWED_405, "There are no sessions here");
      return;
    }
    find(exchange)
        .ifPresent(
            session -> {
              end(session, "The client has ended its session");
              exchange.answer().empty(HttpStatus.OK_200);
            });
  }

  /** Serve a POST of a client without a session, as if it had agreed to the revision it names. */
  private void alone(Post post, Optional<Revision> version) {
    if (!post.isAnswered()) {
      post.exchange().accept();
      return;
    }
    Optional<Revision> agreed =
        isGreeting(post) ? Optional.empty() : version.or(() -> Optional.of(Revision.V2025_03_26));
    if (isWrongBatch(post, agreed)) {
      refuseBatch(post.exchange());
    } else {
      LoneExchange.legacy(post, agreed, engine, streams);
    }
  }
}
