package dev.bullpen.http.connection;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** The bodies being waited for. Those that come too slowly are cut off. */
final class SlowBodies {
  private final Set<Body> awaited = ConcurrentHashMap.newKeySet();
  private final ConnectionLimits limits;

  SlowBodies(ConnectionLimits limits) {
    this.limits = limits;
  }

  /**
   * The same request, with a time limit for its body that starts when the body is first waited for.
   */
  Request timed(Request request) {
    Body body = new Body(request);
    Request.addCompletionListener(request, failure -> awaited.remove(body));
    return body;
  }

  /**
   * Fail the slow bodies. A body's reader gets a timeout.
   *
   * @param now of {@link System#nanoTime}
   */
  void cutOff(long now) {
    awaited.stream().filter(body -> body.isTooSlow(now)).forEach(Body::cutOff);
  }

  private final class Body extends Request.Wrapper {
    private volatile long began;
    private volatile long bytes;

    Body(Request request) {
      super(request);
    }

    @Override
    public void demand(Runnable callback) {
      if (began == 0) {
        began = System.nanoTime();
        awaited.add(this);
      }
      super.demand(callback);
    }

    @Override
    @SuppressWarnings("NonAtomicOperationOnVolatileField") // only one thread reads at a time
    public Content.@Nullable Chunk read() {
      Content.Chunk chunk = super.read();
      if (chunk != null) {
        bytes += chunk.remaining();
        if (chunk.isLast()) {
          awaited.remove(this);
        }
      }
      return chunk;
    }

    boolean isTooSlow(long now) {
      Duration taken = Duration.ofNanos(now - began);
      boolean isRateTooLow =
          taken.compareTo(ConnectionLimits.RATE_COUNTS_AFTER) > 0
              && bytes < taken.toSeconds() * limits.bytesPerSecond();
      return isRateTooLow || taken.compareTo(limits.body()) > 0;
    }

    void cutOff() {
      awaited.remove(this);
      fail(new TimeoutException("the body came too slowly"));
    }
  }
}
