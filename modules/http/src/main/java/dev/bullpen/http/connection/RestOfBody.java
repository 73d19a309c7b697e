package dev.bullpen.http.connection;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/** Reads what is left of a request's body, and drops it. */
final class RestOfBody {
  private final Reader reader;
  private long bytes;

  private RestOfBody(Reader reader) {
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
    BodyChunks.read(request, new RestOfBody(reader)::drop);
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
