package dev.bullpen.server.session;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Member;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.line.OutgoingMessages;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.protocol.session.Envelope;
import dev.bullpen.protocol.session.InitializeParams;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.CalledName;
import dev.bullpen.server.call.Handler;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.Mishap;
import dev.bullpen.server.call.Reply;
import dev.bullpen.server.call.Reply.BatchReply;
import dev.bullpen.server.call.Reply.LineReply;
import dev.bullpen.server.change.ChangeNotices;
import dev.bullpen.server.change.LegacySubscriptions;
import dev.bullpen.server.client.Agreement;
import dev.bullpen.server.client.Caller;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.log.Sparingly;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Decides what each message is and which handler serves it.
 *
 * <p>Every request itself shows to which era it belongs. If its {@code _meta} names a modern
 * protocol version it stands alone, whatever the client has agreed to before. Any other request
 * belongs to the legacy session, which {@code initialize} begins (specification 2026-07-28,
 * versioning). Both are served side by side.
 */
final class Dispatcher {
  private static final Logger LOG = System.getLogger("bullpen.server");

  private final Client client;
  private final Agreement agreement;
  private final CallTable calls;
  private final Service service;
  private final LegacySubscriptions subscriptions;
  private final ChangeNotices notices;
  private final OutgoingMessages out;

  private final Set<BatchReply> batches = ConcurrentHashMap.newKeySet();

  private final Sparingly strays = new Sparingly();

  /**
   * How clients of mcp-bash end a session: by {@code shutdown} and then {@code exit}, which counts
   * as the end of input. MCP itself has only the latter.
   */
  private enum Leaving {
    STAYING,
    SHUT_DOWN,
    LEFT
  }

  private final AtomicReference<Leaving> leaving = new AtomicReference<>(Leaving.STAYING);

  Dispatcher(
      Client client,
      CallTable calls,
      Service service,
      LegacySubscriptions subscriptions,
      ChangeNotices notices) {
    this.client = client;
    this.agreement = client.agreement();
    this.calls = calls;
    this.service = service;
    this.subscriptions = subscriptions;
    this.notices = notices;
    this.out = client.out();
  }

  boolean isLeft() {
    return leaving.get() == Leaving.LEFT;
  }

  /** Whether it comes after {@code shutdown}. Otherwise it changes nothing. */
  private boolean exit() {
    leaving.compareAndSet(Leaving.SHUT_DOWN, Leaving.LEFT);
    return isLeft();
  }

  /** Serve a message, whatever it is. A defect in serving it does not affect the next. */
  void dispatch(Message message) {
    boolean isGreeting =
        message instanceof Message.Request request && request.method().equals(Methods.INITIALIZE);
    dispatch(message, new LineReply(out, isGreeting));
  }

  /** The same for a message whose answer goes another way than the session's. */
  void dispatch(Message message, Reply reply) {
    try {
      take(message, reply);
    } catch (RuntimeException | Error e) {
      Mishap.of("taking a message", e);
    }
  }

  private void take(Message message, Reply reply) {
    if (message instanceof Message.Request request) {
      serve(request, reply);
    } else if (message instanceof Message.Notification notification) {
      hear(notification);
    } else if (message instanceof Message.Batch batch) {
      dispatch(batch, reply);
    } else if (message instanceof Message.Invalid invalid) {
      refuse(invalid.id(), invalid.error());
    } else if (message instanceof Message.Response response) {
      if (!client.requests().take(response)) {
        strays.log(LOG, Level.INFO, "an answer without an open question: id " + response.id());
      }
    } else if (message instanceof Message.Ignored ignored) {
      strays.log(LOG, Level.INFO, "ignored: " + ignored.why().message());
    }
  }

  /** A line from which no message could be made, because of a defect of this server. */
  void fail(Throwable defect) {
    refuse(Optional.empty(), Mishap.of("reading a line", defect));
  }

  /** Answer something that may have no readable id. */
  void refuse(Optional<RequestId> id, JsonRpcError error) {
    out.send(JsonRpc.line(JsonRpc.error(id, error, agreement.revision())));
  }

  private void hear(Message.Notification notification) {
    noteNull(notification.method(), notification.params());
    if (!isAdmitted(notification.params())) {
      strays.log(LOG, Level.WARNING, "a notification without the remote token is ignored");
      return;
    }
    switch (notification.method()) {
      case Methods.EXIT -> exit();
      case Methods.INITIALIZED -> {
        if (client.ready()) {
          notices.sessionReady();
        }
      }
      case Methods.ROOTS_CHANGED -> {
        if (agreement.isReady()) { // else it is asked when it is ready
          client.roots().refresh();
        }
      }
      case Methods.CANCELLED -> cancelled(notification).ifPresent(this::cancel);
      default -> LOG.log(Level.DEBUG, "{0} is ignored", notification.method());
    }
  }

  private boolean isAdmitted(JsonNode params) {
    return service.token().isEmpty()
        || (params.path(MetaKey.META) instanceof ObjectNode meta
            && service.token().get().matches(meta));
  }

  /** Null params count as missing, but the client's author should know of them. */
  private void noteNull(String method, JsonNode params) {
    if (params.isNull()) {
      strays.log(
          LOG,
          Level.INFO,
          "the params of %s are null, which counts as none: leave them out"
              .formatted(JsonRpcError.quoted(method)));
    }
  }

  /** The request that a notification cancels, if it is a cancel. */
  Optional<RequestId> cancelled(Message.Notification notification) {
    return notification.method().equals(Methods.CANCELLED) && isAdmitted(notification.params())
        ? RequestId.cancelled(notification.params())
        : Optional.empty();
  }

  /**
   * Cancel a request: the call, or its answer that waits to be written, or for its batch. {@code
   * initialize} must not be cancelled (specification, cancellation).
   */
  void cancel(RequestId id) {
    Optional<Call> call = calls.find(id);
    if (call.isEmpty()) {
      out.withdraw(id);
      batches.forEach(batch -> batch.withdraw(id));
    } else if (!call.get().method().equals(Methods.INITIALIZE)) {
      call.get().cancel();
    }
  }

  /** Whether a batch is served, and not refused. */
  boolean takesBatches() {
    return agreement.revision().map(Revision::hasBatches).orElse(false);
  }

  private void dispatch(Message.Batch batch, Reply whole) {
    if (!takesBatches()) {
      JsonRpcError error =
          JsonRpcError.invalidRequest("batches exist only in a session of 2025-03-26");
      calls.refused("a batch of " + batch.elements().size(), error);
      whole.way().send(JsonRpc.line(JsonRpc.error(Optional.empty(), error, agreement.revision())));
      whole.none();
      return;
    }
    int answers =
        (int)
            batch.elements().stream()
                .filter(
                    element ->
                        element instanceof Message.Request || element instanceof Message.Invalid)
                .count();
    BatchReply reply =
        new BatchReply(
            whole, answers, service.batched(), client.principal().name(), batches::remove);
    if (answers > 0) {
      batches.add(reply);
    }
    for (Message element : batch.elements()) {
      if (element instanceof Message.Request request) {
        serveInBatch(request, reply);
      } else if (element instanceof Message.Invalid invalid) {
        calls.refused("a message of a batch", invalid.error());
        reply.add(JsonRpc.error(invalid.id(), invalid.error(), agreement.revision()));
      } else {
        dispatch(element);
      }
    }
  }

  private void serveInBatch(Message.Request request, BatchReply reply) {
    if (request.method().equals(Methods.INITIALIZE)) {
      refuse(request, reply, "initialize must not be part of a batch");
    } else if (Envelope.isClaimed(request.params())) {
      refuse(request, reply, "a modern request must not be part of a batch");
    } else {
      serve(request, reply);
    }
  }

  private void refuse(Message.Request request, Reply reply, String why) {
    call(request, params(request), client.caller(), reply).fail(JsonRpcError.invalidRequest(why));
  }

  private static JsonNode params(Message.Request request) {
    return request.params().isNull() ? MissingNode.getInstance() : request.params();
  }

  private Call call(Message.Request request, JsonNode params, Caller caller, Reply reply) {
    return new Call(request.id(), request.method(), params, caller, reply, calls);
  }

  private void serve(Message.Request request, Reply reply) {
    try {
      begin(request, reply);
    } catch (RuntimeException | Error e) {
      reply.deliver(request.id(), JsonRpc.error(request.id(), Mishap.of("taking a request", e)));
    }
  }

  /** Throws nothing once the call is in the table, because then its answer is the call's. */
  private void begin(Message.Request request, Reply reply) {
    noteNull(request.method(), request.params());
    JsonNode params = params(request);
    Envelope envelope = Envelope.read(params);
    Caller caller = envelope instanceof Envelope.Valid valid ? modern(valid) : client.caller();
    Call call = call(request, params, caller, reply);
    if (!calls.add(call)) {
      call.fail(JsonRpcError.invalidRequest("a request with this id is still being served"));
      return;
    }
    call.serve(() -> serve(call, envelope));
  }

  private void serve(Call call, Envelope envelope) throws JsonRpcException {
    if (!isAdmitted(call.params())) {
      throw new JsonRpcException(
          JsonRpcError.of(ErrorCode.INVALID_PARAMS, "Remote token missing or invalid"));
    }
    if (envelope instanceof Envelope.Valid) {
      serveModern(call, call.method());
    } else if (call.method().equals(Methods.INITIALIZE)) {
      initialize(call, envelope);
    } else if (envelope instanceof Envelope.Rejected rejected) {
      throw new JsonRpcException(rejected.error());
    } else {
      serveLegacy(call, call.method());
    }
  }

  private Caller modern(Envelope.Valid envelope) {
    return new Caller(
        client,
        envelope.revision(),
        ClientCapabilities.of(envelope.clientCapabilities(), envelope.revision()),
        envelope.logLevel(),
        Optional.of(service.modern()));
  }

  /** An invalid envelope does not lock out a legacy client whose ordinary params are right. */
  private void initialize(Call call, Envelope envelope) throws JsonRpcException {
    if (agreement.revision().isPresent()) {
      throw new JsonRpcException(JsonRpcError.invalidRequest("already initialized"));
    }
    InitializeParams params;
    try {
      params = service.greetings().params(call);
    } catch (JsonRpcException e) {
      throw envelope instanceof Envelope.Rejected rejected
          ? new JsonRpcException(rejected.error())
          : e;
    }
    Revision agreed = params.negotiated();
    ClientCapabilities offered = ClientCapabilities.of(params.capabilities(), agreed);
    if (!agreement.negotiate(agreed, offered)) {
      throw new JsonRpcException(JsonRpcError.invalidRequest("already initialized"));
    }
    agreement.clientName(params.clientName());
    call.allow();
    service.greetings().initialize(call, agreed, offered);
  }

  private void serveModern(Call call, String method) throws JsonRpcException {
    if (method.equals(Methods.DISCOVER)) {
      call.allow();
      service.greetings().discover(call);
    } else {
      handle(call, method);
    }
  }

  private void serveLegacy(Call call, String method) throws JsonRpcException {
    boolean inSession = agreement.revision().isPresent();
    if (method.equals(Methods.PING)) {
      call.allow();
      call.answer(Json.object());
    } else if (method.equals(Methods.SHUTDOWN)) {
      call.allow();
      leaving.compareAndSet(Leaving.STAYING, Leaving.SHUT_DOWN);
      call.answer(Json.object());
    } else if (method.equals(Methods.EXIT)) {
      if (!exit()) {
        throw new JsonRpcException(JsonRpcError.invalidRequest("exit comes after shutdown"));
      }
      call.allow();
      call.answer(Json.object());
    } else if (!inSession && Methods.needsEnvelope(method)) {
      throw new JsonRpcException(
          JsonRpcError.invalidParams("params._meta is without " + MetaKey.PROTOCOL_VERSION));
    } else if (!inSession && Methods.needsGreeting(method)) {
      throw new JsonRpcException(
          JsonRpcError.notInitialized(
              "begin with initialize, or send the envelope of 2026-07-28 with each request: params._meta with %s"
                  .formatted(MetaKey.PROTOCOL_VERSION)));
    } else if (!inSession) {
      throw new JsonRpcException(JsonRpcError.methodNotFound(method));
    } else if (method.equals(Methods.SET_LEVEL)) {
      call.allow();
      agreement.logLevel(Member.params(call.params()).get("level").logLevel());
      call.answer(Json.object());
    } else if (method.equals(Methods.SUBSCRIBE)) {
      subscriptions.subscribe(call);
    } else if (method.equals(Methods.UNSUBSCRIBE)) {
      call.allow();
      subscriptions.unsubscribe(call);
    } else {
      handle(call, method);
    }
  }

  /**
   * Handlers of requests that name something decide by the name. Any other request may be served.
   */
  private void handle(Call call, String method) throws JsonRpcException {
    Handler handler = handler(method);
    if (CalledName.kind(method).isEmpty()) {
      call.allow();
    }
    handler.handle(call);
  }

  private Handler handler(String method) throws JsonRpcException {
    Handler handler = service.handlers().get(method);
    if (handler == null) {
      throw new JsonRpcException(JsonRpcError.methodNotFound(method));
    }
    return handler;
  }
}
