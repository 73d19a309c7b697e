package dev.bullpen.faults.http;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.rig.HttpRig;
import dev.bullpen.testkit.rig.HttpSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.node.ObjectNode;

/**
 * A client that behaves, on one connection, while others do not: it asks again and again, and each
 * answer must be its own.
 */
final class Pings implements AutoCloseable {
  private static final Duration BETWEEN = Duration.ofMillis(5);

  private final HttpRig rig;
  private final HttpSession session;
  private final HttpConnection connection;
  private final Thread thread = new Thread(this::run, "pings");

  private final Object takenLock = new Object();
  private List<Duration> taken = new ArrayList<>();
  private Optional<Throwable> failure = Optional.empty();
  private volatile boolean isOver;

  private Pings(HttpRig rig) {
    this.rig = rig;
    this.session = rig.session(Revision.V2025_11_25, "{}");
    this.connection = rig.connect();
  }

  static Pings start(HttpRig rig) {
    Pings pings = new Pings(rig);
    pings.thread.start();
    return pings;
  }

  private void run() {
    try {
      while (!isOver) {
        ask();
        LockSupport.parkNanos(BETWEEN.toNanos());
      }
    } catch (RuntimeException | AssertionError e) {
      synchronized (takenLock) {
        failure = Optional.of(e);
      }
    }
  }

  private void ask() {
    ObjectNode request = rig.request("ping", Json.object());
    long began = System.nanoTime();
    HttpReply reply = rig.send(connection, session.post(request));
    ObjectNode response = (ObjectNode) reply.response();
    Duration time = Duration.ofNanos(System.nanoTime() - began);
    if (response.path("id").asLong(0) != request.get("id").longValue() || !response.has("result")) {
      throw new AssertionError(request + " was answered with " + response);
    }
    synchronized (takenLock) {
      taken.add(time);
    }
  }

  /** Forget what has been measured so far. */
  void restart() {
    synchronized (takenLock) {
      taken = new ArrayList<>();
    }
  }

  /** What has been measured since; fails if one of them has had a wrong answer, or none. */
  Percentiles report(String what) {
    synchronized (takenLock) {
      failure.ifPresent(
          e -> {
            throw new AssertionError("a client that behaves was not served: " + e, e);
          });
      return Percentiles.of(taken).report(what);
    }
  }

  /** At the small size a few moments of a busy machine decide. */
  static void mark(String what, Percentiles measured, Duration limit) {
    if (Size.asked() == Size.FULL) {
      Mark.atMost(what + ", p99", measured.p99(), limit);
    }
  }

  @Override
  public void close() {
    isOver = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a client ends", e);
    }
  }
}
