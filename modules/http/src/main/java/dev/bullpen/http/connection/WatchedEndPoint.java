package dev.bullpen.http.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadPendingException;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ProxyConnectionFactory;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * An end point of a client that notices the end of its input while a request of HTTP/1 is served.
 *
 * <p>Jetty reads nothing after a request until it is answered. So this class reads what comes
 * meanwhile, which is the next request or the end, and keeps it for Jetty. It alone registers
 * interest in input with the layer below, for Jetty or for itself. With TLS, it sits above the
 * decryption.
 *
 * <p>Jetty's end point for the PROXY protocol is extended because it delegates everything. There is
 * no such protocol here.
 */
final class WatchedEndPoint extends ProxyConnectionFactory.ProxyEndPoint {
  /**
   * A client that sends more than this behind a request in progress is disconnected. Clients do not
   * pipeline, so this is enough to notice the end, and little for each of many connections.
   */
  static final int MOST_BYTES_AHEAD = 8 * 1024;

  private static final int FIRST_BYTES_AHEAD = 4 * 1024;

  /** Notified when the input or the connection ends, without a lock held. */
  interface Watcher {
    /** The client will send nothing more. */
    void ended();

    /** The client has sent more than {@link #MOST_BYTES_AHEAD}, and no more is read. */
    void sentTooMuch();

    /** The connection is lost. */
    void connectionLost();
  }

  /** The state of the connection in HTTP/1. */
  private enum Phase {
    /** No byte of the next request has come. */
    IDLE,
    HEAD,
    SERVING,
    /** The connection has changed to another protocol. */
    UPGRADED
  }

  private final Executor executor;
  private final Callback readable = new Readable();
  private final Object readLock = new Object();

  /** Bytes read but not yet given to Jetty. */
  private ByteBuffer ahead = BufferUtil.EMPTY_BUFFER;

  private boolean hasEnded;
  private boolean isArmed;

  /** Jetty's interest in input. */
  private Optional<Callback> wanted = Optional.empty();

  private Optional<Watcher> watcher = Optional.empty();
  private Phase phase = Phase.IDLE;
  private long headBegan;

  WatchedEndPoint(EndPoint endPoint, Executor executor) {
    super(endPoint, endPoint.getLocalSocketAddress(), endPoint.getRemoteSocketAddress());
    this.executor = executor;
  }

  /**
   * Notify a watcher until {@link #unwatch}. An end that has already happened is notified at once.
   */
  void watch(Watcher added) {
    boolean arms;
    boolean isLate;
    synchronized (readLock) {
      watcher = Optional.of(added);
      isLate = hasEnded;
      arms = arm();
    }
    if (arms) {
      unwrap().fillInterested(readable);
    }
    if (isLate) {
      added.ended();
    }
  }

  void unwatch() {
    synchronized (readLock) {
      watcher = Optional.empty();
    }
  }

  /** The head of a request has come. */
  void serve() {
    synchronized (readLock) {
      phase = Phase.SERVING;
    }
  }

  /** The request has been answered. */
  void served() {
    synchronized (readLock) {
      phase = Phase.IDLE;
    }
  }

  /** Whether a head began before a moment of {@link System#nanoTime} and is still incomplete. */
  boolean hasHeadSince(long moment) {
    synchronized (readLock) {
      return phase == Phase.HEAD && headBegan - moment < 0;
    }
  }

  /** Whether the caller has to register the interest, after releasing the lock. */
  private boolean arm() {
    assert Thread.holdsLock(readLock);
    boolean arms = !isArmed && !hasEnded && (wanted.isPresent() || watcher.isPresent());
    isArmed |= arms;
    return arms;
  }

  @Override
  public int fill(ByteBuffer buffer) throws IOException {
    synchronized (readLock) {
      int filled = ahead.hasRemaining() ? take(buffer) : read(buffer);
      if (filled > 0 && phase == Phase.IDLE) {
        phase = Phase.HEAD;
        headBegan = System.nanoTime();
      }
      return filled;
    }
  }

  private int take(ByteBuffer buffer) {
    assert Thread.holdsLock(readLock);
    int taken = BufferUtil.append(buffer, ahead);
    dropDrained();
    return taken;
  }

  /** A connection may be open for long. */
  private void dropDrained() {
    assert Thread.holdsLock(readLock);
    if (!ahead.hasRemaining()) {
      ahead = BufferUtil.EMPTY_BUFFER;
    }
  }

  /** How many bytes the buffer takes, used or not. */
  int capacityAhead() {
    synchronized (readLock) {
      return ahead.capacity();
    }
  }

  /** Of the layer below as it is now; the superclass has that of the construction. */
  @Override
  public @Nullable SslSessionData getSslSessionData() {
    return unwrap().getSslSessionData();
  }

  private int read(ByteBuffer buffer) throws IOException {
    assert Thread.holdsLock(readLock);
    int filled = hasEnded ? -1 : super.fill(buffer);
    hasEnded = filled < 0;
    return filled;
  }

  @Override
  public void fillInterested(Callback callback) {
    if (!tryFillInterested(callback)) {
      throw new ReadPendingException();
    }
  }

  @Override
  public boolean tryFillInterested(Callback callback) {
    boolean isThere;
    boolean arms;
    synchronized (readLock) {
      if (wanted.isPresent()) {
        return false;
      }
      isThere = ahead.hasRemaining() || hasEnded;
      wanted = isThere ? Optional.empty() : Optional.of(callback);
      arms = arm();
    }
    if (isThere) {
      executor.execute(callback::succeeded);
    } else if (arms) {
      unwrap().fillInterested(readable);
    }
    return true;
  }

  @Override
  public boolean isFillInterested() {
    synchronized (readLock) {
      return wanted.isPresent();
    }
  }

  @Override
  public void upgrade(Connection connection) {
    synchronized (readLock) {
      phase = Phase.UPGRADED;
    }
    super.upgrade(connection);
  }

  /** Completed when there is input, or the connection ends. */
  private final class Readable implements Callback {
    @Override
    public void succeeded() {
      Optional<Callback> reader = disarm();
      if (reader.isPresent()) {
        reader.get().succeeded();
      } else {
        readAhead();
      }
    }

    @Override
    public void failed(Throwable cause) {
      Optional<Callback> reader = disarm();
      reader.ifPresent(callback -> callback.failed(cause));
      watcher().ifPresent(Watcher::connectionLost);
    }
  }

  private Optional<Callback> disarm() {
    synchronized (readLock) {
      isArmed = false;
      Optional<Callback> reader = wanted;
      wanted = Optional.empty();
      return reader;
    }
  }

  private Optional<Watcher> watcher() {
    synchronized (readLock) {
      return watcher;
    }
  }

  /** Read ahead, and keep the bytes for Jetty. Reads nothing without a watcher. */
  private void readAhead() {
    Optional<Watcher> current;
    boolean isTooMuch;
    boolean ends;
    boolean arms;
    synchronized (readLock) {
      current = watcher;
      try {
        while (current.isPresent() && !isTooMuchAhead() && readMore()) {
          // more may have come
        }
      } catch (IOException e) {
        hasEnded = true;
      }
      dropDrained();
      isTooMuch = isTooMuchAhead();
      ends = hasEnded;
      arms = !isTooMuch && arm();
    }
    if (arms) {
      unwrap().fillInterested(readable);
    }
    if (isTooMuch) {
      current.ifPresent(Watcher::sentTooMuch);
    } else if (ends) {
      current.ifPresent(Watcher::ended);
    }
  }

  private boolean isTooMuchAhead() {
    assert Thread.holdsLock(readLock);
    return ahead.remaining() > MOST_BYTES_AHEAD;
  }

  /** The buffer never holds more than the byte that is too much. */
  private boolean readMore() throws IOException {
    assert Thread.holdsLock(readLock);
    if (BufferUtil.space(ahead) == 0) {
      int size = Math.max(FIRST_BYTES_AHEAD, 2 * ahead.remaining());
      ByteBuffer larger = BufferUtil.allocate(Math.min(size, MOST_BYTES_AHEAD + 1));
      BufferUtil.append(larger, ahead);
      ahead = larger;
    }
    return read(ahead) > 0;
  }
}
