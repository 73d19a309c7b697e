package dev.bullpen.http.connection;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * A response into which probes can be written between the handler's writes. A probe means nothing
 * to the client: it is {@code 102 Processing} before the answer's head, and a comment in an event
 * stream. A closed peer answers it with RST, so a later write fails.
 */
final class ProbedResponse extends Response.Wrapper {
  private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.US_ASCII);

  /** The current writer, because Jetty allows one write at a time. */
  private enum Writer {
    NONE,
    HANDLER,
    PROBE
  }

  private final Object writerLock = new Object();
  private Writer writer = Writer.NONE;

  /** The handler's write, while it waits for a probe. */
  private Optional<Runnable> held = Optional.empty();

  ProbedResponse(Request request, Response response) {
    super(request, response);
  }

  /** Fails if the request is over. The handler may learn of that only while it writes. */
  @Override
  public void write(boolean last, @Nullable ByteBuffer bytes, Callback callback) {
    Runnable write = () -> send(last, bytes, new Written(callback));
    synchronized (writerLock) {
      if (writer == Writer.PROBE) {
        held = Optional.of(write);
        return;
      }
      writer = Writer.HANDLER;
    }
    write.run();
  }

  private void send(boolean last, @Nullable ByteBuffer bytes, Callback callback) {
    try {
      super.write(last, bytes, callback);
    } catch (RuntimeException e) { // Jetty's: the connection is closed
      callback.failed(new EofException(e));
    }
  }

  private void sendInterim(Callback callback) {
    try {
      callback.completeWith(writeInterim(HttpStatus.PROCESSING_102, HttpFields.EMPTY));
    } catch (RuntimeException e) { // the same
      callback.failed(new EofException(e));
    }
  }

  /**
   * Write a probe. Does nothing while a write of the handler is under way, which serves as well, or
   * where nothing meaningless can be written.
   *
   * @param lost run if the client cannot be reached
   */
  void probe(Runnable lost) {
    boolean isStream = getHeaders().contains(HttpHeader.CONTENT_TYPE, "text/event-stream");
    synchronized (writerLock) {
      if (writer != Writer.NONE || hasLastWrite() || (isCommitted() && !isStream)) {
        return;
      }
      writer = Writer.PROBE;
    }
    Callback probed =
        Callback.from(
            this::probed,
            failure -> {
              probed();
              lost.run();
            });
    if (isCommitted()) {
      send(false, ByteBuffer.wrap(COMMENT), probed);
    } else {
      sendInterim(probed);
    }
  }

  private void probed() {
    Optional<Runnable> next;
    synchronized (writerLock) {
      next = held;
      held = Optional.empty();
      writer = next.isPresent() ? Writer.HANDLER : Writer.NONE;
    }
    next.ifPresent(Runnable::run);
  }

  /** Completes one write of the handler. */
  private final class Written extends Callback.Nested {
    Written(Callback callback) {
      super(callback);
    }

    private void free() {
      synchronized (writerLock) {
        writer = Writer.NONE;
      }
    }

    @Override
    public void succeeded() {
      free();
      super.succeeded();
    }

    @Override
    public void failed(Throwable cause) {
      free();
      super.failed(cause);
    }
  }
}
