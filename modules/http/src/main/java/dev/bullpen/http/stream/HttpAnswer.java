package dev.bullpen.http.stream;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * The answer to one HTTP request, written without blocking. There is one write at a time; the next
 * may follow when {@code written} is called.
 */
public final class HttpAnswer {
  private static final String JSON = "application/json";

  private final Response response;
  private final Callback callback;
  private final AtomicBoolean hasEnded = new AtomicBoolean();

  /**
   * @param callback completed when the answer has been written, failed if it cannot be
   */
  public HttpAnswer(Response response, Callback callback) {
    this.response = response;
    this.callback = callback;
  }

  /** Notified of the end of a write. */
  public interface Written {
    void written();

    /** The client cannot be reached any more. */
    void lost();
  }

  public void header(String name, String value) {
    response.getHeaders().put(name, value);
  }

  public void headers(Map<String, String> headers) {
    headers.forEach(this::header);
  }

  /** Answer with a whole JSON document. */
  public void json(int status, byte[] body) {
    document(status, JSON, body);
  }

  /** Answer with a whole document of a media type. */
  public void document(int status, String type, byte[] body) {
    head(status, type, body);
    response.write(true, ByteBuffer.wrap(body), callback);
  }

  private void head(int status, String type, byte[] body) {
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
  }

  /** Answer without a body. */
  public void empty(int status) {
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, 0);
    response.write(true, null, callback);
  }

  /** The same as {@link #json(int, byte[])}, with a notification when it has been written. */
  void json(int status, byte[] body, Written listener) {
    head(status, JSON, body);
    write(body, true, listener);
  }

  /** Begin an answer whose body is written in parts. The head goes out with the first part. */
  public void begin(int status, Map<String, String> headers) {
    response.setStatus(status);
    headers(headers);
  }

  /** Begin an event stream. The head goes out with the first write. */
  void beginEvents() {
    response.setStatus(HttpStatus.OK_200);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream");
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-cache, no-transform");
    response.getHeaders().put("X-Accel-Buffering", "no");
  }

  /**
   * Write a part of the body.
   *
   * @param isLast whether it is the last part
   */
  public void write(byte[] part, boolean isLast, Written listener) {
    response.write(
        isLast,
        ByteBuffer.wrap(part),
        Callback.from(
            () -> {
              if (isLast && hasEnded.compareAndSet(false, true)) {
                callback.succeeded();
              }
              listener.written();
            },
            failure -> {
              fail(failure);
              listener.lost();
            }));
  }

  /** The client is gone: write nothing more. */
  public void abandon() {
    fail(new EofException("the client has gone"));
  }

  private void fail(Throwable why) {
    if (hasEnded.compareAndSet(false, true)) {
      callback.failed(why);
    }
  }
}
