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
 * Our own requests to a legacy client, by our own ids, until they are answered, given up, or have
 * waited too long. Each is settled once; what comes after that is a stray.
 *
 * <p>Until the client has said that it is ready nothing is to be asked of it (specification,
 * lifecycle). What is asked earlier, by a tool whose call came right behind {@code initialize}, is
 * held until then, as long as any other waits for its answer; and as long again when it is asked.
 */
public final class ClientRequests {
  private static final Logger LOG = System.getLogger("bullpen.server");

  private static final String ENDED = "the client has ended its input";

  private final OutgoingMessages writer;
  private final Later later;
  private final AtomicLong ids = new AtomicLong();
  private final Map<RequestId, Pending> pending = new ConcurrentHashMap<>();

  /** Lines the client is not ready for, in order; also guards whether it is, and their going. */
  private final Map<RequestId, byte[]> held = new LinkedHashMap<>();

  private boolean ready;

  /** The client has ended its input, so that nothing will be answered. */
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
   * Ask.
   *
   * @param way of the request that this belongs to, or the client's own
   * @return completed with the answer, on any thread. To cancel it gives the question up: the
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
              if (pending.remove(id, asked)) { // the client hears of it before the asker goes on
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
    LOG.log(Level.INFO, "a question waits until the client says notifications/initialized");
  }

  /** The client is ready: what was held is asked now, and all else at once. */
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
   * The client has ended its input: nothing waits for its answers any more, and it is asked
   * nothing.
   */
  public void clientSilent() {
    silent = true;
    pending.values().forEach(asked -> asked.settle(ENDED));
  }

  /** By the client's own way if that of the request is over. */
  private void write(Pending asked, byte[] line) {
    if (!asked.way.send(line)) {
      writer.send(line);
    }
  }

  private boolean isHeld(RequestId id) {
    synchronized (held) {
      return held.containsKey(id);
    }
  }

  /** A client that has not been asked yet need not hear that it is over. */
  private void takeBack(RequestId id, Pending asked, String why) {
    synchronized (held) {
      if (held.remove(id) == null) {
        write(asked, JsonRpc.line(JsonRpc.cancelled(id, why)));
      }
    }
  }

  /** The client has answered something; false if we have not asked it. */
  public boolean take(Message.Response response) {
    Pending asked = pending.get(response.id());
    return asked != null
        && !isHeld(response.id())
        && asked.answer.complete(answer(asked.request, response));
  }

  /** The asker gets something, whatever is wrong with the answer or with us. */
  private static ClientAnswer answer(ServerRequest request, Message.Response response) {
    try {
      return ClientAnswer.of(request, response.body());
    } catch (RuntimeException | StackOverflowError e) {
      LOG.log(Level.ERROR, "a defect in reading a client's answer", e);
      return ClientAnswer.none(request, "the client's answer could not be read");
    }
  }
}
