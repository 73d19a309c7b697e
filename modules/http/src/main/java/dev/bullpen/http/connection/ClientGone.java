package dev.bullpen.http.connection;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Notices that the client of a request has gone: it has closed the connection, reset the stream, or
 * died.
 *
 * <p>HTTP/2 reports that. In HTTP/1 the client's input ends, which may also mean that the client
 * sends nothing more but still reads. So the connection is probed, see {@link ProbedResponse}. No
 * probe can be written in HTTP/1.0, and TLS has no half-closed connections before version 1.3;
 * there, the end of input counts as the end.
 */
public final class ClientGone implements WatchedEndPoint.Watcher {
  /** Doubled from one probe to the next, because the answer to a probe takes a round trip. */
  private static final long FIRST_DELAY_MILLIS = 1;

  private static final long LAST_DELAY_MILLIS = 1024;

  private final Request request;
  private final Runnable action;
  private final AtomicBoolean isOver = new AtomicBoolean();

  private ClientGone(Request request, Runnable action) {
    this.request = request;
    this.action = action;
  }

  /**
   * Run an action if the client goes while its request is served. If a write fails at that time,
   * only its callback is called.
   *
   * @param request one that came through {@link Connections}, whose body has been read
   * @param action short; run at most once, on any thread, and not after the request is over; run at
   *     once if the client has gone already
   */
  public static void whenGone(Request request, Runnable action) {
    ClientGone gone = new ClientGone(request, action);
    request.addFailureListener(failure -> gone.notifyGone());
    Optional<WatchedEndPoint> watched = FrontDoor.watched(request);
    Request.addCompletionListener(
        request,
        failure -> {
          gone.isOver.set(true);
          watched.ifPresent(WatchedEndPoint::unwatch);
        });
    watched.ifPresent(endPoint -> endPoint.watch(gone));
    if (watched.isEmpty() && hasFailed(request)) { // then nothing reports it again
      gone.notifyGone();
    }
  }

  /** Whether a request whose body has been read has failed since. */
  private static boolean hasFailed(Request request) {
    Content.Chunk chunk = request.read();
    if (chunk != null) {
      chunk.release();
    }
    return Content.Chunk.isFailure(chunk);
  }

  private void notifyGone() {
    if (isOver.compareAndSet(false, true)) {
      action.run();
    }
  }

  @Override
  public void ended() {
    ConnectionMetaData its = request.getConnectionMetaData();
    boolean isHttp10 = its.getHttpVersion() == HttpVersion.HTTP_1_0;
    if (isHttp10 || its.getConnection().getEndPoint().isSecure()) {
      closeConnection();
    } else {
      FrontDoor.response(request).ifPresent(response -> probe(response, FIRST_DELAY_MILLIS));
    }
  }

  private void probe(ProbedResponse response, long delay) {
    if (isOver.get() || delay > LAST_DELAY_MILLIS) {
      return;
    }
    response.probe(this::closeConnection);
    Scheduler scheduler = request.getComponents().getScheduler();
    scheduler.schedule(() -> probe(response, 2 * delay), delay, TimeUnit.MILLISECONDS);
  }

  /** Once it may have the whole answer, the client may send the next request. */
  @Override
  public void sentTooMuch() {
    if (FrontDoor.response(request).filter(Response::hasLastWrite).isEmpty()) {
      closeConnection();
    }
  }

  @Override
  public void connectionLost() {
    closeConnection();
  }

  /** Close the connection, then run the action. */
  private void closeConnection() {
    if (!isOver.get()) {
      Connection connection = request.getConnectionMetaData().getConnection();
      connection.getEndPoint().close();
      connection.close(); // this fails the handler's pending reads and writes
      notifyGone();
    }
  }
}
