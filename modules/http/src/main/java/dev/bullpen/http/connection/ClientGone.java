package dev.bullpen.http.connection;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Notices that the client of a request has gone: it has closed the connection or reset the stream,
 * or its process has ended.
 *
 * <p>HTTP/2 says so. In HTTP/1 the client's input ends, which may also mean that it only sends
 * nothing more and still reads. So it is probed: see {@link ProbedResponse}. Where a probe cannot
 * be written (HTTP/1.0) and with TLS, which has no half-closed connections before version 1.3, the
 * end of input is taken for the end.
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
   * Do something if the client goes while its request is served. A write that fails at that time
   * tells so by its callback alone.
   *
   * @param request whose body has been read; behind {@link Connections}
   * @param action quick, run at most once, on any thread, and not if the request is over before
   */
  public static void whenGone(Request request, Runnable action) {
    ClientGone gone = new ClientGone(request, action);
    request.addFailureListener(failure -> gone.tell());
    Optional<WatchedEndPoint> watched = FrontDoor.watched(request);
    Request.addCompletionListener(
        request,
        failure -> {
          gone.isOver.set(true);
          watched.ifPresent(WatchedEndPoint::unwatch);
        });
    watched.ifPresent(endPoint -> endPoint.watch(gone));
  }

  private void tell() {
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

  @Override
  public void connectionLost() {
    closeConnection();
  }

  /** Close the connection, then run the action. */
  private void closeConnection() {
    if (!isOver.get()) {
      Connection connection = request.getConnectionMetaData().getConnection();
      connection.getEndPoint().close();
      connection.close(); // which fails what the handler still reads or writes
      tell();
    }
  }
}
