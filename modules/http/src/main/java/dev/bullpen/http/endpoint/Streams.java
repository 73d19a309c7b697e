package dev.bullpen.http.endpoint;

import dev.bullpen.http.access.Access;
import dev.bullpen.http.access.Verdict;
import dev.bullpen.http.connection.ClientGone;
import dev.bullpen.http.stream.HttpAnswer;
import dev.bullpen.http.stream.MessageStream;
import dev.bullpen.server.engine.Engine;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.server.Request;

/** The open streams, and the periodic work on them. */
final class Streams {
  /** Less than the timeout of proxies and balancers, which is a minute by default. */
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

  private final Engine engine;
  private final Executor executor;
  private final Access access;

  /** By connection: a stream may be resumed on another one before the first is closed. */
  private final Map<HttpAnswer, Connected> open = new ConcurrentHashMap<>();

  private record Connected(
      MessageStream stream, Exchange exchange, AtomicBoolean isGone, CountDownLatch over) {}

  /**
   * @param executor for work that may take long on a connection's thread
   */
  Streams(Engine engine, Executor executor, Access access) {
    this.engine = engine;
    this.executor = executor;
    this.access = access;
  }

  void begin() {
    engine.after(KEEP_ALIVE, this::keepAlive);
  }

  private void keepAlive() {
    engine.after(KEEP_ALIVE, this::keepAlive);
    executor.execute(() -> open.values().forEach(one -> keepAlive(one.stream(), one.exchange())));
  }

  /** Keep a stream alive, or end it if its token has no longer the same rights. */
  private void keepAlive(MessageStream stream, Exchange exchange) {
    if (access.checkAgain(exchange.head()) instanceof Verdict.Allowed now
        && now.grant().hasRightsOf(exchange.grant())) {
      stream.keepAlive();
    } else {
      stream.detach(exchange.answer());
    }
  }

  /** Write to this connection from now on, until it ends. */
  void connect(Exchange exchange, MessageStream stream) {
    Connected connected = watched(exchange, stream);
    stream.attach(exchange.answer());
    if (connected.isGone().get()) { // before the stream was attached
      stream.detach(exchange.answer());
    }
  }

  /**
   * Detach the stream from its connection when the client goes. The connection counts as open until
   * its request has been answered or has failed, whatever becomes of the stream.
   */
  void watch(Exchange exchange, MessageStream stream) {
    watched(exchange, stream);
  }

  private Connected watched(Exchange exchange, MessageStream stream) {
    Connected connected =
        new Connected(stream, exchange, new AtomicBoolean(), new CountDownLatch(1));
    open.put(exchange.answer(), connected);
    Request.addCompletionListener(
        exchange.request(),
        failure -> {
          open.remove(exchange.answer());
          connected.over().countDown();
        });
    ClientGone.whenGone(
        exchange.request(),
        () -> {
          connected.isGone().set(true);
          stream.detach(exchange.answer());
        });
    return connected;
  }

  /**
   * Wait until the last answers have been written, at most until the deadline, by {@link
   * System#nanoTime}. Stops when its thread is interrupted.
   */
  void awaitWritten(long deadline) {
    try {
      Optional<Connected> writing = completed();
      while (writing.isPresent() && deadline - System.nanoTime() > 0) {
        writing.get().over().await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        writing = completed(); // a client may have come back for another answer meanwhile
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Optional<Connected> completed() {
    return open.values().stream().filter(one -> one.stream().isComplete()).findAny();
  }

  int count() {
    return open.size();
  }

  /** Run a task soon, on another thread. */
  void soon(Runnable task) {
    executor.execute(task);
  }
}
