package dev.bullpen.server.client;

import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.line.OutgoingMessages;
import dev.bullpen.protocol.question.ClientAnswer;
import dev.bullpen.protocol.question.ServerRequest;
import dev.bullpen.server.thread.Timers;
import dev.bullpen.server.thread.Timers.Later;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Requests of this server to a legacy client, by ids of this server, until they are answered, given
 * up, or have waited too long. Each is settled once. A later answer is a stray.
 *
 * <p>The client must not be asked before it is ready (specification, lifecycle). A question of a
 * tool whose call followed {@code initialize} at once is held until then, at most as long as any
 * question waits for its answer. Once it is sent, it has that time again.
 */
public final class ClientRequests {
  private static final Logger LOG = System.getLogger("bullpen.server");

  private static final String ENDED = "the client has ended its input";

  private final OutgoingMessages writer;
  private final Later later;
  private final AtomicLong ids = new AtomicLong();
  private final Map<RequestId, Pending> pending = new ConcurrentHashMap<>();

  /**
   * Lines for which the client is not ready yet, in order. Also guards its readiness, and their
   * sending.
   */
  private final Map<RequestId, byte[]> held = new LinkedHashMap<>();

  private boolean ready;

  /** The client has ended its input, so nothing will be answered. */
  private volatile boolean silent;

  public ClientRequests(OutgoingMessages writer, Timers timers) {
    this(writer, timers::after);
  }

  ClientRequests(OutgoingMessages writer, Later later) {
    this.writer = writer;
    this.later = later;
  }

  private static final class Pending {
    final ServerRequest request;
    final Duration patience;
    final OutgoingMessages way;
    final CompletableFuture<ClientAnswer> answer = new CompletableFuture<>();
    volatile Optional<Future<?>> timer = Optional.empty();

    Pending(ServerRequest request, Duration patience, OutgoingMessages way) {
      this.request = request;
      this.patience = patience;
      this.way = way;
    }

    boolean settle(String why) {
      return answer.complete(ClientAnswer.none(request, why));
    }
  }

  /**
   * @param way of the request that this belongs to, or the client's own
   * @return completed with the answer, on any thread. To cancel it gives the question up, and the
   *     client is notified
   * @throws JsonRpcException if this cannot be asked in that revision
   */
  public CompletableFuture<ClientAnswer> ask(
      ServerRequest request, Revision revision, Duration patience, OutgoingMessages way)
      throws JsonRpcException {
    RequestId id = new RequestId.Number(ids.incrementAndGet());
    byte[] line = JsonRpc.line(request.toJson(id, revision));
    Pending asked = new Pending(request, patience, way);
    pending.put(id, asked);
    asked.answer.whenComplete(
        (settled, failure) -> {
          if (pending.remove(id, asked) && asked.answer.isCancelled()) {
            takeBack(id, asked, "no longer wanted");
          }
        });
    if (silent) {
      asked.settle(ENDED);
    } else {
      send(id, asked, line);
      begin(id, asked);
    }
    return asked.answer;
  }

  /** The same for what belongs to no request of the client's. */
  CompletableFuture<ClientAnswer> ask(ServerRequest request, Revision revision, Duration patience)
      throws JsonRpcException {
    return ask(request, revision, patience, writer);
  }

  private void begin(RequestId id, Pending asked) {
    Future<?> timer =
        later.after(
            asked.patience,
            () -> {
              if (pending.remove(id, asked)) { // the client is notified before the asker goes on
                takeBack(id, asked, "no answer in time");
                asked.settle("the client did not answer in time");
              }
            });
    asked.timer.ifPresent(before -> before.cancel(false));
    asked.timer = Optional.of(timer);
    asked.answer.whenComplete((settled, failure) -> timer.cancel(false));
  }

  private void send(RequestId id, Pending asked, byte[] line) {
    synchronized (held) {
      if (ready) {
        write(asked, line);
        return;
      }
      held.put(id, line);
    }
    LOG.log(Level.INFO, "a question waits until the client sends notifications/initialized");
  }

  /** The client is ready: held questions are sent now, and later ones at once. */
  void clientReady() {
    synchronized (held) {
      ready = true;
      held.forEach(
          (id, line) -> {
            Optional.ofNullable(pending.get(id))
                .ifPresent(
                    asked -> {
                      write(asked, line);
                      begin(id, asked);
                    });
          });
      held.clear();
    }
  }

  /**
   * The client has ended its input. Open questions end without an answer, and none is sent any
   * more.
   */
  public void clientSilent() {
    silent = true;
    pending.values().forEach(asked -> asked.settle(ENDED));
  }

  /** By the client's own way if that of the request is over, or has no room but for the answer. */
  private void write(Pending asked, byte[] line) {
    if (!asked.way.ask(line)) {
      writer.ask(line);
    }
  }

  private boolean isHeld(RequestId id) {
    synchronized (held) {
      return held.containsKey(id);
    }
  }

  /** A client that was not asked yet is not notified. */
  private void takeBack(RequestId id, Pending asked, String why) {
    synchronized (held) {
      if (held.remove(id) == null) {
        write(asked, JsonRpc.line(JsonRpc.cancelled(id, why)));
      }
    }
  }

  /** The client has answered something; false if it was not asked. */
  public boolean take(Message.Response response) {
    Pending asked = pending.get(response.id());
    return asked != null
        && !isHeld(response.id())
        && asked.answer.complete(answer(asked.request, response));
  }

  /** The asker gets a result, whatever is wrong with the answer or with this server. */
  private static ClientAnswer answer(ServerRequest request, Message.Response response) {
    try {
      return ClientAnswer.of(request, response.body());
    } catch (RuntimeException | StackOverflowError e) {
      LOG.log(Level.ERROR, "a defect in reading a client's answer", e);
      return ClientAnswer.none(request, "the client's answer could not be read");
    }
  }
}
