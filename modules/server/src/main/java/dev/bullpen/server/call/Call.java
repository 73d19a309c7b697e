package dev.bullpen.server.call;

import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.project.script.Roots;
import dev.bullpen.project.script.TraceParent;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.line.OutgoingMessages;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.client.Caller;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.client.Peer;
import dev.bullpen.server.client.Principal;
import dev.bullpen.server.client.Rights;
import dev.bullpen.wire.Safeguard;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One request being served: what is asked, under which revision, and the one answer to it. One
 * compare-and-set makes an open call asked, answered or cancelled; any later attempt has no effect.
 * A call that was answered by a question can still be cancelled.
 */
public final class Call {
  /** Work for a call. It may find the call wrong. */
  public interface Work {
    void run() throws JsonRpcException;
  }

  private enum State {
    OPEN,
    /** Answered by a question, and the client's answer is awaited. */
    ASKED,
    ANSWERED,
    CANCELLED
  }

  private enum Permission {
    UNDECIDED,
    ALLOWED,
    DENIED
  }

  private static final AtomicLong NUMBERS = new AtomicLong();

  private final RequestId id;
  private final String method;
  private final JsonNode params;
  private final Caller caller;
  private final Reply reply;
  private final CallTable table;

  /**
   * Held from the decision to answer until the answer is in the writer's queue, so that a cancel
   * between the two finds it there. No thread that holds it waits for anything but this call.
   */
  private final Object answering = new Object();

  private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
  private final long number = NUMBERS.incrementAndGet();
  private final AtomicReference<Permission> permission =
      new AtomicReference<>(Permission.UNDECIDED);
  private final long since = System.nanoTime();
  private volatile Optional<Trouble> trouble = Optional.empty();
  private volatile boolean isLogged;
  private final Aftermath ended = new Aftermath();
  private final Aftermath cancelled = new Aftermath();

  /**
   * @param params an object, or {@code MissingNode}
   */
  public Call(
      RequestId id, String method, JsonNode params, Caller caller, Reply reply, CallTable table) {
    this.id = id;
    this.method = method;
    this.params = params;
    this.caller = caller;
    this.reply = reply;
    this.table = table;
  }

  public RequestId id() {
    return id;
  }

  public String method() {
    return method;
  }

  /** A number that no other call of this process has. */
  public long number() {
    return number;
  }

  /** Where it comes from. */
  public Peer peer() {
    return reply.peer();
  }

  /** Id of the trace that it belongs to (W3C Trace Context), if it names one. */
  public Optional<String> traceId() {
    return TraceParent.of(params.path(MetaKey.META)).map(TraceParent::traceId);
  }

  /**
   * The client may have it served. Called once, before anything of the project's is run or read for
   * it. Handlers that do neither do not call it; the {@code Dispatcher} does.
   *
   * @throws JsonRpcException if it must not be served after all
   */
  public void allow() throws JsonRpcException {
    if (permission.compareAndSet(Permission.UNDECIDED, Permission.ALLOWED)) {
      try {
        table.allowed(this);
      } catch (JsonRpcException e) {
        permission.set(Permission.DENIED);
        throw e;
      }
    }
  }

  /** It is over. If it has not been allowed, it never will be. */
  void decided() {
    permission.compareAndSet(Permission.UNDECIDED, Permission.DENIED);
  }

  public boolean isAllowed() {
    return permission.get() == Permission.ALLOWED;
  }

  /** How long ago it came. */
  public Duration age() {
    return Duration.ofNanos(System.nanoTime() - since);
  }

  /** When it came, by {@link System#nanoTime}. */
  long since() {
    return since;
  }

  public JsonNode params() {
    return params;
  }

  public Revision revision() {
    return caller.revision();
  }

  public boolean isModern() {
    return caller.isModern();
  }

  public boolean isOpen() {
    return state.get() == State.OPEN;
  }

  public ClientCapabilities capabilities() {
    return caller.capabilities();
  }

  /** The least serious log line the client wants to see now; empty for none. */
  public Optional<LogLevel> logLevel() {
    return caller.logLevelNow();
  }

  public Client client() {
    return caller.client();
  }

  /** The way that its answer goes, for questions to its client. */
  public OutgoingMessages way() {
    return reply.way();
  }

  /** Whether its client may use that, as {@link Rights#mayUse} says. */
  public boolean mayUse(CatalogKind kind, String name) {
    return client().rights().mayUse(kind, name);
  }

  public Principal principal() {
    return caller.client().principal();
  }

  /** Where tools may work for this call. */
  public Roots roots() {
    return client().roots().of(caller);
  }

  /** Done when no answer of the client's has to be awaited before {@link #roots} is called. */
  public CompletableFuture<Void> rootsKnown() {
    return client().roots().known(caller);
  }

  /** What to log if this is answered by an error, or by a result that is one. */
  public void troubled(Trouble why) {
    trouble = Optional.of(why);
  }

  /** What waited for an answer to this call's question has failed, and no call reports it. */
  public void failedUnheard(Trouble why) {
    table.failedUnheard(this, why);
  }

  public void logged() {
    isLogged = true;
  }

  boolean isLogged() {
    return isLogged;
  }

  Optional<Trouble> trouble() {
    return trouble;
  }

  /** Do something for this call. Whatever goes wrong becomes the answer. */
  public void serve(Work work) {
    try {
      work.run();
    } catch (JsonRpcException e) {
      fail(e.error());
    } catch (RuntimeException | Error e) {
      fail(Mishap.of("serving request " + id, e));
    }
  }

  /**
   * Do something for this call when that is done, without a waiting thread: now, or on the thread
   * that completes it. A cancel of this call cancels it.
   */
  public void serveAfter(CompletableFuture<?> what, Work next) throws JsonRpcException {
    if (what.isDone()) {
      next.run();
      return;
    }
    replaceOnCancel(() -> what.cancel(false));
    what.whenComplete(
        (value, failure) -> {
          if (!what.isCancelled()) {
            serve(next);
          }
        });
  }

  /**
   * Send a notification that belongs to this call. It precedes the answer, or is not sent. It may
   * be dropped while the client does not read.
   */
  public void offer(ObjectNode notification) {
    synchronized (answering) {
      if (state.get() == State.OPEN) {
        reply.offer(id, notification);
      }
    }
  }

  /** Send a notification that must arrive, unless this has been answered or cancelled. */
  public void send(ObjectNode notification) {
    synchronized (answering) {
      if (state.get() == State.OPEN) {
        reply.send(id, notification);
      }
    }
  }

  public void answer(ObjectNode result) {
    settle(State.ANSWERED, JsonRpc.result(id, complete(result)));
  }

  public void fail(JsonRpcError error) {
    settle(State.ANSWERED, JsonRpc.error(id, error));
  }

  /**
   * Answer it with a question. What waits for the client's answer does so until {@link #askNoMore}.
   * If the client cancels the call before that, it has not seen the question or does not want it
   * (specification 2026-07-28, CancelledNotification: "the result will be unused"). Then what waits
   * is ended, even if the client has the question already; see {@link #replaceOnCancel}.
   */
  public void ask(ObjectNode question) {
    settle(State.ASKED, JsonRpc.result(id, complete(question)));
  }

  /** The answer to the question is not awaited any more, so a cancel has no effect. */
  public void askNoMore() {
    if (state.compareAndSet(State.ASKED, State.ANSWERED)) {
      table.remove(this);
    }
  }

  private ObjectNode complete(ObjectNode result) {
    return caller.modern().map(era -> era.complete(result)).orElse(result);
  }

  private void settle(State how, ObjectNode message) {
    boolean isFirst = false;
    try {
      synchronized (answering) {
        isFirst = state.compareAndSet(State.OPEN, how) || !Safeguard.TAKE_ONCE.on();
        if (isFirst) {
          reply.deliver(id, message);
        }
      }
    } finally {
      if (isFirst) {
        settled(how, message);
      }
    }
  }

  private void settled(State how, ObjectNode message) {
    if (how == State.ASKED) {
      table.asked(this);
    } else {
      table.answered(this, message);
    }
    ended.happened();
  }

  /** From now on it only waits for notifications: it is open, and nothing is done for it. */
  public void listens() {
    table.listens(this);
  }

  /**
   * Sets what is done when this has been answered or cancelled, in place of what was set before. It
   * is done once, and at once if that has happened.
   */
  public void replaceOnEnd(Runnable action) {
    ended.then(action);
  }

  /**
   * This is done when the call is cancelled, and what was set before is not. It is not done if the
   * call is answered, except by a question.
   */
  public void replaceOnCancel(Runnable action) {
    cancelled.then(action);
  }

  /**
   * The client does not want it any more: no answer is sent, and one that has not been written is
   * taken back.
   */
  public void cancel() {
    // Open: no answer follows. Asked: what waits for the client's answer ends. Over: the answer is
    // taken back if it has not been written.
    boolean wasOpen;
    synchronized (answering) {
      wasOpen = state.compareAndSet(State.OPEN, State.CANCELLED);
      if (!wasOpen && !state.compareAndSet(State.ASKED, State.CANCELLED)) {
        if (Safeguard.TAKE_ONCE.on()) {
          reply.withdraw(id);
        }
        return;
      }
    }
    table.cancelled(this, wasOpen);
    ended.happened();
    cancelled.happened();
    reply.withdraw(id); // its question, or its notifications that were not written
    if (wasOpen) {
      reply.none();
    }
  }

  /**
   * Answer it with an error, and end what is done for it, as if it had been cancelled.
   *
   * @return false if it was over already
   */
  boolean abandon(JsonRpcError error) {
    ObjectNode message = JsonRpc.error(id, error);
    synchronized (answering) {
      if (!state.compareAndSet(State.OPEN, State.CANCELLED)) {
        return false;
      }
      reply.deliver(id, message);
    }
    table.answered(this, message);
    ended.happened();
    cancelled.happened();
    return true;
  }
}
