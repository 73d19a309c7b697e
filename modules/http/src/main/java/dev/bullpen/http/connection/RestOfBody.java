package dev.bullpen.http.connection;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/** Reads what is left of a request's body, and drops it. */
final class RestOfBody implements Runnable {
  private final Request request;
  private final Reader reader;
  private long bytes;

  private RestOfBody(Request request, Reader reader) {
    this.request = request;
    this.reader = reader;
  }

  /** Notified once, at once or on another thread. */
  interface Reader {
    /**
     * The body has been read to its end.
     *
     * @param bytes how many were left
     */
    void over(long bytes);

    /** It came too slowly, or the client has gone. */
    void failed(Throwable why);
  }

  static void drop(Request request, Reader reader) {
    new RestOfBody(request, reader).run();
  }

  /** Drop what has come, and continue when there is more. */
  @Override
  public void run() {
    boolean isMore = true;
    while (isMore) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        request.demand(this);
        return;
      }
      isMore = drop(chunk);
    }
  }

  /** False after the last chunk or a failure. */
  private boolean drop(Content.Chunk chunk) {
    if (Content.Chunk.isFailure(chunk)) {
      reader.failed(chunk.getFailure());
      return false;
    }
    bytes += chunk.remaining();
    boolean isLast = chunk.isLast();
    chunk.release();
    if (isLast) {
      reader.over(bytes);
    }
    return !isLast;
  }
}
