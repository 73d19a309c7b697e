package dev.bullpen.http.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadPendingException;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/**
 * One client's end point that notices the end of its input while a request of HTTP/1 is served.
 *
 * <p>Jetty reads nothing after a request until it is answered. So what comes meanwhile, which is
 * the next request or the end, is read here and kept for Jetty. Below Jetty there is one interest
 * in input, of this class, whether for Jetty or for itself. With TLS this is above the decryption.
 */
final class WatchedEndPoint extends DelegatingEndPoint {
  /** A client that has sent more behind a request that is being served is not taken seriously. */
  static final int MOST_BYTES_AHEAD = 64 * 1024;

  private static final int FIRST_BYTES_AHEAD = 4 * 1024;

  /** Called when the input or the connection ends, without a lock. */
  interface Watcher {
    /** The client will send nothing more. */
    void ended();

    /** The connection is lost. */
    void connectionLost();
  }

  /** Where the connection is in HTTP/1. */
  private enum Phase {
    /** No byte of the next request has come. */
    IDLE,
    HEAD,
    SERVING,
    /** Another protocol is spoken. */
    UPGRADED
  }

  private final Executor executor;
  private final Callback readable = new Readable();
  private final Object readLock = new Object();

  /** To be read from. */
  private ByteBuffer ahead = BufferUtil.EMPTY_BUFFER;

  private boolean hasEnded;
  private boolean isArmed;

  /** Jetty's interest in input. */
  private Optional<Callback> wanted = Optional.empty();

  private Optional<Watcher> watcher = Optional.empty();
  private Phase phase = Phase.IDLE;
  private long headBegan;

  WatchedEndPoint(EndPoint endPoint, Executor executor) {
    super(endPoint);
    this.executor = executor;
  }

  /** From now on, until {@link #unwatch}; the watcher is told at once what has happened before. */
  void watch(Watcher told) {
    boolean arms;
    boolean tells;
    synchronized (readLock) {
      watcher = Optional.of(told);
      tells = hasEnded;
      arms = arm();
    }
    if (arms) {
      unwrap().fillInterested(readable);
    }
    if (tells) {
      told.ended();
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

  /** Whether a head began before that moment of {@link System#nanoTime}, and is not there yet. */
  boolean hasHeadSince(long moment) {
    synchronized (readLock) {
      return phase == Phase.HEAD && headBegan - moment < 0;
    }
  }

  /** Whether the caller has to register the interest, without the lock. */
  private boolean arm() {
    assert Thread.holdsLock(readLock);
    boolean arms = !isArmed && !hasEnded && (wanted.isPresent() || watcher.isPresent());
    isArmed |= arms;
    return arms;
  }

  @Override
  public int fill(ByteBuffer buffer) throws IOException {
    synchronized (readLock) {
      int filled = ahead.hasRemaining() ? BufferUtil.append(buffer, ahead) : read(buffer);
      if (filled > 0 && phase == Phase.IDLE) {
        phase = Phase.HEAD;
        headBegan = System.nanoTime();
      }
      return filled;
    }
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

  /** Told of input, or of the end of the connection. */
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
      reader.ifPresent(told -> told.failed(cause));
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

  /** Keep what has come for Jetty; nothing is read when none watches. */
  private void readAhead() {
    Optional<Watcher> told;
    boolean isTooMuch = false;
    boolean ends;
    boolean arms;
    synchronized (readLock) {
      told = watcher;
      try {
        while (told.isPresent() && !isTooMuch && readMore()) {
          isTooMuch = ahead.remaining() > MOST_BYTES_AHEAD;
        }
      } catch (IOException e) {
        hasEnded = true;
      }
      ends = hasEnded;
      arms = !isTooMuch && arm();
    }
    if (arms) {
      unwrap().fillInterested(readable);
    }
    if (isTooMuch) {
      told.ifPresent(Watcher::connectionLost);
    } else if (ends) {
      told.ifPresent(Watcher::ended);
    }
  }

  private boolean readMore() throws IOException {
    assert Thread.holdsLock(readLock);
    if (BufferUtil.space(ahead) == 0) {
      ByteBuffer larger = BufferUtil.allocate(Math.max(FIRST_BYTES_AHEAD, 2 * ahead.remaining()));
      BufferUtil.append(larger, ahead);
      ahead = larger;
    }
    return read(ahead) > 0;
  }
}
