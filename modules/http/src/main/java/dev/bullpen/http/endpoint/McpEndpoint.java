package dev.bullpen.http.endpoint;

import dev.bullpen.http.access.Access;
import dev.bullpen.http.access.Cors;
import dev.bullpen.http.access.Grant;
import dev.bullpen.http.access.Head;
import dev.bullpen.http.access.Verdict;
import dev.bullpen.http.endpoint.Admission.Stage;
import dev.bullpen.http.fleet.Fleet;
import dev.bullpen.http.oauth.ResourceMetadata;
import dev.bullpen.http.stream.HttpAnswer;
import dev.bullpen.http.stream.MessageStream.Form;
import dev.bullpen.json.Json;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.session.Envelope;
import dev.bullpen.server.audit.AuditLog;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.client.SharedBudget;
import dev.bullpen.server.engine.Engine;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Streamable HTTP at {@code /mcp}. Each request shows its era by its {@code _meta} or its headers.
 * Both eras are served side by side.
 */
public final class McpEndpoint extends Handler.Abstract {
  private static final Logger LOG = System.getLogger("bullpen.http");

  public static final String PATH = "/mcp";

  private static final String HEALTH = "/health/";

  private static final byte[] NO_BODY = {};

  /**
   * For bodies until their requests are over. While one is read, it is in memory twice, and its
   * parsed form too.
   */
  private static final int BODIES_PART_OF_HEAP = 4;

  private final Engine engine;
  private final Readiness readiness;
  private final Access access;
  private final Cors cors;
  private final Optional<ResourceMetadata> metadata;
  private final Usage usage = new Usage();
  private final LegacySessions sessions;
  private final Streams streams;
  private final Optional<Fleet> fleet;
  private final Optional<Forwarding> forwarding;
  private final int maxBytes;
  private final SharedBudget bodies = SharedBudget.ofHeap(BODIES_PART_OF_HEAP);
  private final Admission admission = new Admission();

  /**
   * @param readiness for load balancers
   * @param cors headers for pages of other origins
   * @param metadata from which clients learn where to get a token, if they need one
   * @param executor for short tasks
   * @param rules for what clients may send
   */
  public McpEndpoint(
      Engine engine,
      Readiness readiness,
      Access access,
      Cors cors,
      Optional<ResourceMetadata> metadata,
      Executor executor,
      Rules rules) {
    this.engine = engine;
    this.readiness = readiness;
    this.access = access;
    this.cors = cors;
    this.metadata = metadata;
    this.streams = new Streams(engine, executor, access);
    this.fleet = rules.fleet();
    this.forwarding = fleet.map(replica -> new Forwarding(replica, admission));
    this.sessions = new LegacySessions(engine, streams, rules.hasSessions(), fleet);
    this.maxBytes = rules.maxBytes();
  }

  /**
   * Rules for what clients may send.
   *
   * @param maxBytes of a body
   * @param hasSessions whether legacy clients get sessions; otherwise each POST is served alone
   * @param fleet of this replica, if there is one
   */
  public record Rules(int maxBytes, boolean hasSessions, Optional<Fleet> fleet) {}

  /** Start the periodic work. */
  public void begin() {
    streams.begin();
    sessions.begin();
  }

  /**
   * Serve no new requests: they get 503, and clients retry or go elsewhere. Answers to scripts that
   * wait are let in still. Requests that were let in before have become calls when this returns, at
   * the deadline, by {@link System#nanoTime}, at the latest.
   */
  public void drain(long deadline) {
    admission.narrow(Stage.ANSWERS, deadline);
  }

  /**
   * Let nothing in any more, and wait until the last answers have been written, at most until the
   * deadline. Stops when its thread is interrupted.
   */
  public void awaitWritten(long deadline) {
    admission.narrow(Stage.NOTHING, deadline);
    streams.awaitWritten(deadline);
  }

  /** The number of legacy sessions. */
  public int sessions() {
    return sessions.count();
  }

  /** The number of open streams, including answers not yet written. */
  public int streams() {
    return streams.count();
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    HttpAnswer answer = new HttpAnswer(response, callback);
    String path = path(request);
    if (path.startsWith(HEALTH)) {
      health(path, answer);
      return true;
    }
    boolean isOfPeer = fleet.isPresent() && Fleet.isOfPeer(request);
    Head head = isOfPeer ? Head.of(request).ofPeer() : Head.of(request);
    answer.headers(cors.headers(head.origin()));
    if (readiness.isEnding()) {
      answer.header("Connection", "close"); // the next request goes elsewhere
    }
    Optional<Map<String, String>> preflight = preflight(request, head);
    Optional<byte[]> document = metadata.flatMap(leads -> leads.document(path));
    Optional<Verdict.Refused> objection = access.objection(head);
    if (objection.isPresent()) {
      refuse(request, answer, objection.get());
    } else if (preflight.isPresent()) {
      answer.headers(preflight.get());
      answer.empty(HttpStatus.NO_CONTENT_204);
    } else if (document.isPresent()) {
      answer.json(HttpStatus.OK_200, document.get());
    } else if (isOfPeer && path.equals(Fleet.STATUS)) {
      status(request, answer);
    } else if (!path.equals(PATH)) {
      answer.json(
          HttpStatus.NOT_FOUND_404,
          error("There is nothing here. The endpoint of this server is " + PATH));
    } else {
      admit(request, head, answer);
    }
    return true;
  }

  /**
   * Health for a balancer, which has no token and uses the server's address: whether the server
   * runs, and whether it should get requests. The reason is only for the operator.
   */
  private void health(String path, HttpAnswer answer) {
    boolean isLive = path.equals(HEALTH + "live");
    if (!isLive && !path.equals(HEALTH + "ready")) {
      answer.json(HttpStatus.NOT_FOUND_404, error("There are /health/live and /health/ready here"));
      return;
    }
    boolean isWell = isLive || readiness.obstacle().isEmpty();
    String word = isLive ? "live" : isWell ? "ready" : "not ready";
    answer.header("Cache-Control", "no-store");
    answer.json(
        isWell ? HttpStatus.OK_200 : HttpStatus.SERVICE_UNAVAILABLE_503,
        Json.line(Json.object().put("status", word)));
  }

  /** Answer another replica that asks for this one's identity. */
  private void status(Request request, HttpAnswer answer) {
    Optional<String> objection = fleet.flatMap(one -> one.objection(request, NO_BODY));
    if (objection.isPresent()) {
      answer.json(HttpStatus.FORBIDDEN_403, error(objection.get()));
    } else {
      fleet.orElseThrow().status(request, answer);
    }
  }

  /**
   * The path as sent. A proxy in front may have rules for the endpoint, and read {@code /mcp;x} or
   * {@code //mcp} as another path.
   */
  private static String path(Request request) {
    return Optional.ofNullable(request.getHttpURI().getPath()).orElse("");
  }

  private void admit(Request request, Head head, HttpAnswer answer) {
    Verdict verdict = access.check(head);
    if (verdict instanceof Verdict.Refused refused) {
      refuse(request, answer, refused);
    } else {
      Grant grant = ((Verdict.Allowed) verdict).grant();
      serve(
          new Exchange(
              request,
              head,
              answer,
              grant,
              Optional.empty(),
              Optional.empty(),
              engine.audit(),
              () -> {}));
    }
  }

  private void refuse(Request request, HttpAnswer answer, Verdict.Refused refused) {
    engine
        .audit()
        .ifPresent(
            log ->
                log.refused(
                    Head.peer(request),
                    Optional.empty(),
                    Optional.empty(),
                    new AuditLog.Refusal(
                        refused.status(),
                        Exchange.reason(refused.status()),
                        Optional.of(refused.sentence()))));
    answer.headers(refused.headers());
    answer.json(refused.status(), error(refused.sentence()));
  }

  private Optional<Map<String, String>> preflight(Request request, Head head) {
    return cors.preflight(
        head,
        Optional.ofNullable(request.getHeaders().get("Access-Control-Request-Method")),
        Optional.ofNullable(request.getHeaders().get("Access-Control-Request-Headers")));
  }

  private static byte[] error(String sentence) {
    return JsonRpc.line(
        JsonRpc.error(
            Optional.empty(),
            JsonRpcError.of(ErrorCode.INVALID_REQUEST, sentence),
            Optional.empty()));
  }

  private void serve(Exchange exchange) {
    switch (exchange.request().getMethod()) {
      case "POST" -> post(exchange);
      case "GET" -> where(exchange, NO_BODY, sessions::get);
      case "DELETE" -> where(exchange, NO_BODY, sessions::delete);
      default -> {
        exchange.answer().header("Allow", "POST, GET, DELETE");
        exchange.refuse(
            HttpStatus.METHOD_NOT_ALLOWED_405, "POST a message, GET a stream, or DELETE a session");
      }
    }
  }

  /** Serve a request on the replica that has what it names. */
  private void where(Exchange exchange, byte[] body, Forwarding.Here here) {
    if (forwarding.isPresent()) {
      forwarding.get().serve(exchange, body, served -> attempt(served, here));
    } else {
      here.serve(exchange);
    }
  }

  /** Answer with an error if a request fails by a defect, on any thread. */
  private static void attempt(Exchange exchange, Forwarding.Here here) {
    try {
      here.serve(exchange);
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, "a defect in serving a request", e);
      exchange.refuse(
          HttpStatus.INTERNAL_SERVER_ERROR_500, "Internal error. The server's log has the cause");
    }
  }

  private void post(Exchange exchange) {
    Optional<String> fault = exchange.bodyFault();
    if (fault.isPresent()) {
      exchange.refuse(HttpStatus.UNSUPPORTED_MEDIA_TYPE_415, fault.get());
    } else {
      Body.Held held = new Body.Held(bodies, exchange.grant().principal());
      Body.read(exchange.request(), maxBytes, held, new Posted(exchange));
    }
  }

  /** Serves a request once its body has been read. */
  private final class Posted implements Body.Reader {
    private final Exchange exchange;

    Posted(Exchange exchange) {
      this.exchange = exchange;
    }

    @Override
    public void read(byte[] body, Body.Held held) {
      Message message = Message.parse(body);
      Exchange known = exchange.carrying(message).endingWith(held::callOver);
      attempt(known, read -> where(read, body, served -> post(served, traced(served, message))));
    }

    @Override
    public void tooLong() {
      exchange.refuse(
          HttpStatus.PAYLOAD_TOO_LARGE_413, "A message may have at most " + maxBytes + " bytes");
    }

    @Override
    public void noRoom() {
      exchange.answer().header("Retry-After", "1");
      exchange.refuse(
          HttpStatus.SERVICE_UNAVAILABLE_503,
          "Your requests that are being read or served take all the memory for them; try again in a moment");
    }

    @Override
    public void failed(Throwable why) {
      if (why instanceof TimeoutException) {
        exchange.refuse(HttpStatus.REQUEST_TIMEOUT_408, "The body was sent too slowly");
      } else {
        exchange.refuse(HttpStatus.BAD_REQUEST_400, "The body is incomplete or malformed");
      }
    }
  }

  /** Add the trace in the headers to the request, unless its body has one. */
  private static Message traced(Exchange exchange, Message message) {
    Optional<String> parent = exchange.header("traceparent");
    if (parent.isPresent()
        && message instanceof Message.Request request
        && request.params() instanceof ObjectNode params) {
      JsonNode meta = params.path(MetaKey.META);
      if (meta.isMissingNode()) {
        meta = params.putObject(MetaKey.META);
      }
      if (meta instanceof ObjectNode object && !object.has("traceparent")) {
        object.put("traceparent", parent.get());
        exchange.header("tracestate").ifPresent(state -> object.put("tracestate", state));
      }
    }
    return message;
  }

  private void post(Exchange exchange, Message message) {
    Grant grant = exchange.grant();
    int counted = Usage.counted(grant, message);
    Optional<Form> form = exchange.form();
    if (form.isEmpty()) {
      exchange.refuse(
          HttpStatus.NOT_ACCEPTABLE_406,
          "Send Accept: application/json, text/event-stream. An answer may be either");
    } else if (isRequest(message) && engine.outgoingBudget().isFull(grant.principal())) {
      exchange.answer().header("Retry-After", "1");
      exchange.refuse(
          HttpStatus.SERVICE_UNAVAILABLE_503,
          "You have not read the answers to your earlier requests; read them and try again");
    } else if (counted == 0) {
      serve(new Post(exchange, form.get(), message));
    } else if (Usage.most(grant).filter(most -> counted > most).isPresent()) {
      exchange.refuse(
          HttpStatus.TOO_MANY_REQUESTS_429,
          JsonRpcError.rateLimited(
              "With your token a batch may have at most %d calls"
                  .formatted(Usage.most(grant).get())));
    } else if (usage.enter(grant, counted)) {
      attempt(
          exchange.endingWith(() -> usage.leave(grant, counted)),
          served -> serve(new Post(served, form.get(), message)));
    } else {
      exchange.answer().header("Retry-After", "1");
      exchange.refuse(
          HttpStatus.TOO_MANY_REQUESTS_429,
          JsonRpcError.rateLimited(
              "Your token's quota of calls is used up; try again in a moment"));
    }
  }

  /** Whether anything in it may have a long answer. */
  private static boolean isRequest(Message message) {
    return message instanceof Message.Request
        || message instanceof Message.Batch batch
            && batch.elements().stream().anyMatch(Message.Request.class::isInstance);
  }

  private void serve(Post post) {
    Exchange exchange = post.exchange();
    Message message = post.message();
    if (message instanceof Message.Invalid invalid) {
      exchange.refuse(HttpStatus.BAD_REQUEST_400, invalid.error());
    } else if (message instanceof Message.Ignored ignored) {
      exchange.refuse(HttpStatus.BAD_REQUEST_400, ignored.why());
    } else if (!post.isAnswered()) {
      begin(post);
    } else if (admission.enter(Stage.ALL)) {
      enter(post);
    } else if (isAwaited(post) && admission.enter(Stage.ANSWERS)) {
      entered(post);
    } else if (mayBeginAnew(exchange)) {
      exchange.refuse(
          HttpStatus.NOT_FOUND_404, "The server of this session is ending: begin a new one");
    } else {
      exchange.refuseAtEnd();
    }
  }

  /** Serve a POST that was let in, after the first reading of the project if it is about a tool. */
  private void enter(Post post) {
    if (isToolCall(post) && !engine.isRead()) {
      Runnable later = () -> attempt(post.exchange(), same -> entered(post));
      engine.reading().whenComplete((isRead, defect) -> streams.soon(later));
    } else {
      entered(post);
    }
  }

  private void entered(Post post) {
    try {
      begin(post);
    } finally {
      admission.entered();
    }
  }

  /** Whether a script waits for a call. The end waits for such scripts. */
  private boolean isAwaited(Post post) {
    return isToolCall(post)
        && post.message() instanceof Message.Request request
        && engine.isAwaited(post.exchange().principal(), request.params());
  }

  private static boolean isToolCall(Post post) {
    return post.exchange().isModern()
        && post.message() instanceof Message.Request request
        && request.method().equals(Methods.TOOLS_CALL);
  }

  private void begin(Post post) {
    Exchange exchange = post.exchange();
    if (!exchange.isModern()) {
      sessions.post(post);
    } else if (post.message() instanceof Message.Request request) {
      modern(post, request);
    } else if (post.message() instanceof Message.Notification) {
      // Notifications have no effect: closing the connection cancels.
      exchange.accept();
    } else {
      exchange.refuse(HttpStatus.BAD_REQUEST_400, "Send one request or one notification in a body");
    }
  }

  /** Whether the client may begin a new session on another replica. */
  private boolean mayBeginAnew(Exchange exchange) {
    return fleet.isPresent()
        && !exchange.isModern()
        && exchange.header(Exchange.SESSION_ID).isPresent();
  }

  private void modern(Post post, Message.Request request) {
    Envelope envelope = Envelope.read(request.params());
    try {
      if (envelope instanceof Envelope.None) {
        throw new JsonRpcException(
            JsonRpcError.invalidParams(
                "params._meta has no io.modelcontextprotocol/protocolVersion"));
      }
      HeaderCheck.check(
          post.exchange().headers(), request, headerParameters(post.exchange(), request));
      if (envelope instanceof Envelope.Rejected rejected) {
        throw new JsonRpcException(rejected.error());
      }
    } catch (JsonRpcException e) {
      boolean isServers = e.error().code() == ErrorCode.INTERNAL_ERROR;
      int status = isServers ? HttpStatus.INTERNAL_SERVER_ERROR_500 : HttpStatus.BAD_REQUEST_400;
      post.exchange().refuse(status, e.error());
      return;
    }
    LoneExchange.modern(post, engine, streams);
  }

  /** The arguments that headers repeat; none of a tool that the client may not know of. */
  private Map<List<String>, String> headerParameters(Exchange exchange, Message.Request request)
      throws JsonRpcException {
    String tool = request.params().path("name").asString("");
    return request.method().equals(Methods.TOOLS_CALL)
            && exchange.rights().mayUse(CatalogKind.TOOLS, tool)
        ? engine.headerParameters(tool)
        : Map.of();
  }
}
