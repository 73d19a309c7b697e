package dev.bullpen.http.endpoint;

import dev.bullpen.http.stream.MessageStream;
import dev.bullpen.server.engine.Engine;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** The streams that are open, and what is done for all of them. */
final class Streams {
  /** Less than what proxies and balancers wait for, by default a minute. */
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

  private final Engine engine;
  private final Executor executor;
  private final Set<MessageStream> open = ConcurrentHashMap.newKeySet();

  /**
   * @param executor for what might take a moment where a connection is served
   */
  Streams(Engine engine, Executor executor) {
    this.engine = engine;
    this.executor = executor;
  }

  void begin() {
    engine.after(KEEP_ALIVE, this::keepAlive);
  }

  private void keepAlive() {
    engine.after(KEEP_ALIVE, this::keepAlive);
    executor.execute(() -> open.forEach(MessageStream::keepAlive));
  }

  void opened(MessageStream stream) {
    open.add(stream);
  }

  void ended(MessageStream stream) {
    open.remove(stream);
  }

  /** Do something soon, on another thread. */
  void soon(Runnable task) {
    executor.execute(task);
  }
}
