package dev.bullpen.http.connection;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;

/** Reads each request and leaves its answer to the test. */
final class WaitingHandler extends Handler.Abstract {
  private static final int MOST_BYTES = 1024 * 1024;
  private static final int SECONDS = 10;

  private final BlockingQueue<Exchange> read;

  WaitingHandler() {
    this(new LinkedBlockingQueue<>());
  }

  private WaitingHandler(BlockingQueue<Exchange> read) {
    this.read = read;
  }

  /** For another server, whose requests {@link #next} returns too. */
  WaitingHandler another() {
    return new WaitingHandler(read);
  }

  record Exchange(Request request, Response response, Callback callback) {}

  /** The next request that has been read. */
  Exchange next() throws InterruptedException {
    Exchange next = read.poll(SECONDS, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("no request came");
    }
    return next;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Content.Source.asByteArrayAsync(
        request,
        MOST_BYTES,
        new Promise.Invocable<byte[]>() {
          @Override
          public void succeeded(byte[] body) {
            read.add(new Exchange(request, response, callback));
          }

          @Override
          public void failed(Throwable why) {
            callback.failed(why);
          }
        });
    return true;
  }
}
