package dev.bullpen.server;

import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.ModernResults;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.Revision;
import dev.bullpen.wire.Safeguard;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One request being served: what is asked, under which revision, and the one answer to it. Open
 * becomes answered or cancelled by one compare-and-set; whoever comes second is not heard.
 */
final class Call {
  private enum State {
    OPEN,
    ANSWERED,
    CANCELLED
  }

  private final RequestId id;
  private final JsonNode params;
  private final Revision revision;
  private final Optional<ModernResults> modern;
  private final Reply reply;
  private final CallTable table;

  /**
   * Held from the decision to answer until the answer is in the writer's queue, so that a cancel
   * that comes between the two finds it there. Nobody waits in it for anything but this call.
   */
  private final Object answering = new Object();

  private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
  private final AtomicReference<Runnable> onCancel = new AtomicReference<>(() -> {});

  /**
   * @param params an object, or {@code MissingNode}
   * @param modern finishes the results of a modern request; empty for a legacy one
   */
  Call(
      RequestId id,
      JsonNode params,
      Revision revision,
      Optional<ModernResults> modern,
      Reply reply,
      CallTable table) {
    this.id = id;
    this.params = params;
    this.revision = revision;
    this.modern = modern;
    this.reply = reply;
    this.table = table;
  }

  RequestId id() {
    return id;
  }

  JsonNode params() {
    return params;
  }

  Revision revision() {
    return revision;
  }

  void answer(ObjectNode result) {
    ObjectNode complete = modern.map(era -> era.complete(result)).orElse(result);
    settle(JsonRpc.result(id, complete));
  }

  void fail(JsonRpcError error) {
    settle(JsonRpc.error(id, error));
  }

  private void settle(ObjectNode message) {
    synchronized (answering) {
      if (!state.compareAndSet(State.OPEN, State.ANSWERED) && Safeguard.TAKE_ONCE.on()) {
        return;
      }
      reply.deliver(id, message);
    }
    table.remove(this);
  }

  /** What to do if this is cancelled from now on; done at once if it is already. */
  void onCancel(Runnable action) {
    onCancel.set(action);
    if (state.get() == State.CANCELLED) {
      action.run();
    }
  }

  /**
   * The client does not want it any more: no answer, and if there is one that it has not got yet,
   * not that either.
   */
  void cancel() {
    synchronized (answering) {
      if (!state.compareAndSet(State.OPEN, State.CANCELLED)) {
        if (Safeguard.TAKE_ONCE.on()) {
          reply.withdraw(id);
        }
        return;
      }
    }
    table.remove(this);
    onCancel.get().run();
    reply.none();
  }
}
