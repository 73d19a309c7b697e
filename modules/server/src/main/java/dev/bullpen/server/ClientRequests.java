package dev.bullpen.server;

import dev.bullpen.protocol.ClientAnswer;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.ServerRequest;
import dev.bullpen.protocol.StdoutWriter;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Our own requests to a legacy client, by our own ids, until they are answered, given up, or have
 * waited too long. Each is settled once; what comes after that is a stray.
 */
final class ClientRequests {
  private final StdoutWriter writer;
  private final Timers timers;
  private final AtomicLong ids = new AtomicLong();
  private final Map<RequestId, Pending> pending = new ConcurrentHashMap<>();

  ClientRequests(StdoutWriter writer, Timers timers) {
    this.writer = writer;
    this.timers = timers;
  }

  /** A request on its way. */
  final class Pending {
    private final RequestId id;
    private final ServerRequest request;
    private final Consumer<ClientAnswer> told;
    private volatile Optional<Future<?>> patience = Optional.empty();

    private Pending(RequestId id, ServerRequest request, Consumer<ClientAnswer> told) {
      this.id = id;
      this.request = request;
      this.told = told;
    }

    /** Nobody wants the answer any more: the client is told, and whoever asked is not. */
    void giveUp() {
      if (settle()) {
        writer.send(JsonRpc.line(JsonRpc.cancelled(id, "no longer wanted")));
      }
    }

    private void expire() {
      if (settle()) {
        writer.send(JsonRpc.line(JsonRpc.cancelled(id, "no answer in time")));
        told.accept(ClientAnswer.none(request, "the client did not answer in time"));
      }
    }

    private boolean settle() {
      boolean mine = pending.remove(id, this);
      if (mine) {
        patience.ifPresent(timer -> timer.cancel(false));
      }
      return mine;
    }
  }

  /**
   * Ask.
   *
   * @param told the answer, once, on any thread, unless it is given up first
   * @throws JsonRpcException if this cannot be asked in that revision
   */
  Pending ask(
      ServerRequest request, Revision revision, Duration patience, Consumer<ClientAnswer> told)
      throws JsonRpcException {
    RequestId id = new RequestId.Number(BigInteger.valueOf(ids.incrementAndGet()));
    byte[] line = JsonRpc.line(request.toJson(id, revision));
    Pending asked = new Pending(id, request, told);
    pending.put(id, asked);
    writer.send(line);
    Future<?> timer = timers.after(patience, asked::expire);
    asked.patience = Optional.of(timer);
    if (!pending.containsKey(id)) {
      timer.cancel(false); // it was answered before there was a timer to stop
    }
    return asked;
  }

  /** The client has answered something; false if we have not asked it. */
  boolean take(Message.Response response) {
    Pending asked = pending.get(response.id());
    if (asked == null || !asked.settle()) {
      return false;
    }
    asked.told.accept(ClientAnswer.of(asked.request, response.body()));
    return true;
  }
}
