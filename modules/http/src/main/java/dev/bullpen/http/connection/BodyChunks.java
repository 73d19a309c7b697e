package dev.bullpen.http.connection;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/** Reads a request's body as it comes. No thread waits for it. */
public final class BodyChunks implements Runnable {
  private final Request request;
  private final Taker taker;

  private BodyChunks(Request request, Taker taker) {
    this.request = request;
    this.taker = taker;
  }

  /** Gets the chunks in order, at once or on another thread. */
  @FunctionalInterface
  public interface Taker {
    /**
     * Take a chunk, which may be a failure, and release it.
     *
     * @return false if no other is wanted, or can come
     */
    boolean take(Content.Chunk chunk);
  }

  public static void read(Request request, Taker taker) {
    new BodyChunks(request, taker).run();
  }

  /** Pass on what has come, and continue when there is more. */
  @Override
  public void run() {
    boolean isMore = true;
    while (isMore) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        request.demand(this);
        return;
      }
      isMore = taker.take(chunk);
    }
  }
}
