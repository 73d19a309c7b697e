package dev.bullpen.http.connection;

import java.nio.ByteBuffer;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * A response of HTTP/2 that is written once the request's body is over. What the handler has not
 * read is dropped; a body that is too slow fails the request, and so resets its stream.
 *
 * <p>Jetty keeps the frames of a body until they are read, up to a million for each connection. A
 * client that grants no window for the answer keeps the request open for as long as it likes.
 */
final class AnswerAfterBody extends Response.Wrapper {
  /** Only one write is made at a time. */
  private volatile boolean isBodyOver;

  private AnswerAfterBody(Request request, Response response) {
    super(request, response);
  }

  /** The response itself, except in HTTP/2. */
  static Response of(Request request, Response response) {
    return OpenStreams.isHttp2(request) ? new AnswerAfterBody(request, response) : response;
  }

  @Override
  public void write(boolean last, @Nullable ByteBuffer bytes, Callback callback) {
    if (isBodyOver) {
      super.write(last, bytes, callback);
    } else {
      RestOfBody.drop(getRequest(), new Write(last, bytes, callback));
    }
  }

  /** A write that waits for the end of the body. */
  private final class Write implements RestOfBody.Reader {
    private final boolean isLast;
    private final @Nullable ByteBuffer bytes;
    private final Callback callback;

    Write(boolean isLast, @Nullable ByteBuffer bytes, Callback callback) {
      this.isLast = isLast;
      this.bytes = bytes;
      this.callback = callback;
    }

    @Override
    public void over(long rest) {
      isBodyOver = true;
      AnswerAfterBody.super.write(isLast, bytes, callback);
    }

    @Override
    public void failed(Throwable why) {
      // Another failure would make Jetty write an answer about it.
      callback.failed(new Request.Handler.AbortException(why));
    }
  }
}
