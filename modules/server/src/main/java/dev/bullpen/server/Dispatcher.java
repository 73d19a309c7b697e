package dev.bullpen.server;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.CancelledParams;
import dev.bullpen.protocol.Envelope;
import dev.bullpen.protocol.InitializeParams;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.ModernResults;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.StdoutWriter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;

/**
 * Decides for each message what it is and who serves it.
 *
 * <p>Every request says itself which era it belongs to: one whose {@code _meta} names a modern
 * protocol version stands alone, and whatever else this process has agreed with anybody means
 * nothing to it; any other belongs to the legacy session, which {@code initialize} begins
 * (specification 2026-07-28, versioning). Both are served side by side.
 */
final class Dispatcher {
  private static final Logger LOG = System.getLogger("bullpen.server");

  private final Session session;
  private final CallTable calls;
  private final StdoutWriter writer;
  private final Lifecycle lifecycle;
  private final Handler completions;
  private final ModernResults modern;
  private final Reply lines;
  private final Sparingly strays = new Sparingly();

  Dispatcher(
      Session session,
      CallTable calls,
      StdoutWriter writer,
      Lifecycle lifecycle,
      Handler completions,
      ModernResults modern) {
    this.session = session;
    this.calls = calls;
    this.writer = writer;
    this.lifecycle = lifecycle;
    this.completions = completions;
    this.modern = modern;
    this.lines = new LineReply(writer);
  }

  void dispatch(Message message) {
    if (message instanceof Message.Request request) {
      serve(request, lines);
    } else if (message instanceof Message.Notification notification) {
      hear(notification);
    } else if (message instanceof Message.Batch batch) {
      dispatch(batch);
    } else if (message instanceof Message.Invalid invalid) {
      refuse(invalid.id(), invalid.error());
    } else if (message instanceof Message.Response response) {
      strays.log(LOG, Level.INFO, "an answer to nothing that was asked: id " + response.id());
    } else if (message instanceof Message.Ignored ignored) {
      strays.log(LOG, Level.INFO, "ignored: " + ignored.why().message());
    }
  }

  /** Answer something that may have no readable id. */
  void refuse(Optional<RequestId> id, JsonRpcError error) {
    writer.send(JsonRpc.line(JsonRpc.error(id, error, session.revision())));
  }

  private void hear(Message.Notification notification) {
    switch (notification.method()) {
      case Methods.INITIALIZED -> session.ready();
      case Methods.CANCELLED ->
          CancelledParams.parse(notification.params())
              .map(CancelledParams::requestId)
              .ifPresent(this::cancel);
      default -> LOG.log(Level.DEBUG, "no use for {0}", notification.method());
    }
  }

  /** Take back a request: the call, or the answer that waits to be written. */
  private void cancel(RequestId id) {
    calls.find(id).ifPresentOrElse(Call::cancel, () -> lines.withdraw(id));
  }

  private void dispatch(Message.Batch batch) {
    if (!session.revision().map(Revision::hasBatches).orElse(false)) {
      refuse(
          Optional.empty(),
          JsonRpcError.invalidRequest("batches exist only in a session of 2025-03-26"));
      return;
    }
    int answers =
        (int)
            batch.elements().stream()
                .filter(
                    element ->
                        element instanceof Message.Request || element instanceof Message.Invalid)
                .count();
    BatchReply reply = new BatchReply(writer, answers);
    for (Message element : batch.elements()) {
      if (element instanceof Message.Request request) {
        serveInBatch(request, reply);
      } else if (element instanceof Message.Invalid invalid) {
        reply.add(JsonRpc.error(invalid.id(), invalid.error(), session.revision()));
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

  private static void refuse(Message.Request request, Reply reply, String why) {
    reply.deliver(request.id(), JsonRpc.error(request.id(), JsonRpcError.invalidRequest(why)));
  }

  private void serve(Message.Request request, Reply reply) {
    Envelope envelope = Envelope.read(request.params());
    boolean isModern = envelope instanceof Envelope.Valid;
    Revision revision =
        isModern
            ? ((Envelope.Valid) envelope).revision()
            : session.revision().orElse(Revision.latestLegacy());
    Call call =
        new Call(
            request.id(),
            request.params(),
            revision,
            isModern ? Optional.of(modern) : Optional.empty(),
            reply,
            calls);
    if (!calls.add(call)) {
      refuse(request, reply, "a request with this id is still being served");
      return;
    }
    try {
      if (request.method().equals(Methods.INITIALIZE) && !isModern) {
        initialize(call, envelope);
      } else if (envelope instanceof Envelope.Rejected rejected) {
        throw new JsonRpcException(rejected.error());
      } else if (isModern) {
        serveModern(call, request.method());
      } else {
        serveLegacy(call, request.method());
      }
    } catch (JsonRpcException e) {
      call.fail(e.error());
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "a defect in serving " + request.method(), e);
      call.fail(JsonRpcError.internalError("Internal error; the server's log says more"));
    }
  }

  /** An envelope that does not hold locks no legacy client out whose ordinary params are right. */
  private void initialize(Call call, Envelope envelope) throws JsonRpcException {
    if (session.revision().isPresent()) {
      throw new JsonRpcException(JsonRpcError.invalidRequest("already initialized"));
    }
    InitializeParams params;
    try {
      params = InitializeParams.parse(call.params());
    } catch (JsonRpcException e) {
      throw envelope instanceof Envelope.Rejected rejected
          ? new JsonRpcException(rejected.error())
          : e;
    }
    if (!session.negotiate(params.negotiated())) {
      throw new JsonRpcException(JsonRpcError.invalidRequest("already initialized"));
    }
    lifecycle.initialize(call, params.negotiated());
  }

  private void serveModern(Call call, String method) throws JsonRpcException {
    switch (method) {
      case Methods.DISCOVER -> lifecycle.discover(call);
      case Methods.COMPLETE -> completions.handle(call);
      default -> throw new JsonRpcException(JsonRpcError.methodNotFound(method));
    }
  }

  private void serveLegacy(Call call, String method) throws JsonRpcException {
    boolean inSession = session.revision().isPresent();
    if (method.equals(Methods.PING)) {
      call.answer(Json.object());
    } else if (!inSession && (method.equals(Methods.DISCOVER) || Methods.needsSession(method))) {
      throw new JsonRpcException(
          JsonRpcError.invalidParams(
              "not initialized, and params._meta is without %s: begin with initialize, or send the"
                      .formatted(MetaKey.PROTOCOL_VERSION)
                  + " envelope of 2026-07-28 with each request"));
    } else if (inSession && method.equals(Methods.COMPLETE)) {
      completions.handle(call);
    } else {
      throw new JsonRpcException(JsonRpcError.methodNotFound(method));
    }
  }
}
