package dev.bullpen.faults.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.proc.Footprint;
import dev.bullpen.testkit.proc.Memory;
import dev.bullpen.testkit.rig.HttpRig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Clients by the thousand that send a byte now and then, or nothing: they are closed when their
 * time is over, and cost no other client anything. They come from several addresses of this host,
 * each of which may have 1024 connections.
 */
class SlowLorisTests {
  private static final int PER_ADDRESS = 250;

  /** How often a slow client sends a byte. */
  private static final Duration BETWEEN = Duration.ofMillis(700);

  // As docs/operator/http.md has them; the server checks once a second.
  private static final Duration HEAD = Duration.ofSeconds(10);
  private static final Duration SLOW_BODY = Duration.ofSeconds(5);
  private static final Duration IDLE = Duration.ofSeconds(60);
  private static final Duration LATE = Mark.slack(Duration.ofSeconds(5));

  private static final Duration PING = Duration.ofMillis(50);
  private static final Duration QUIET = Duration.ofSeconds(3);

  /** What a heap holds after a collection is not the same each time. */
  private static final long BREATH_BYTES = 2L * 1024 * 1024;

  @AutoClose
  private final HttpRig rig = HttpRig.start(project -> {}, launcher -> launcher.workers(1, 1));

  private final List<Slow> slow = new ArrayList<>();

  private enum Way {
    HEAD,
    BODY,
    SILENT
  }

  /** One such client. */
  private static final class Slow {
    private final Way way;
    private final RawConnection connection;
    private final long began = System.nanoTime();
    private Duration closedAfter = Duration.ZERO;

    Slow(Way way, RawConnection connection) {
      this.way = way;
      this.connection = connection;
    }

    boolean isClosed() {
      if (closedAfter.isZero() && connection.hasEnded()) {
        closedAfter = Duration.ofNanos(System.nanoTime() - began);
      }
      return !closedAfter.isZero();
    }

    void begin(int port) {
      String head =
          "POST /mcp HTTP/1.1\r\nContent-Type: application/json\r\nHost: localhost:"
              + port
              + "\r\n";
      switch (way) {
        case HEAD -> connection.send(head);
        case BODY -> connection.send(head + "Content-Length: 10000\r\n\r\n{");
        case SILENT -> {}
      }
    }

    void goOn() {
      if (way != Way.SILENT && !isClosed()) {
        connection.send(way == Way.HEAD ? "x" : " ");
      }
    }
  }

  @Test
  void slow_clients_are_closed_in_time_and_cost_no_other() {
    assumeTrue(Memory.canBeMeasured(), "jcmd is needed, which comes with a JDK");
    int each = Size.repeat(100, 1_000);
    try (Pings pings = Pings.start(rig)) {
      openAll(each); // warm
      closeAll();
      pings.restart();
      Poll.until(Deadline.in(QUIET), () -> false);
      Percentiles quiet = pings.report("ping while it is quiet");
      Memory before = Memory.of(rig.process().pid());
      Footprint held = Footprint.of(rig.process().pid());
      pings.restart();
      openAll(each);
      trickleUntilClosed(Way.HEAD, Way.BODY);
      Percentiles meanwhile =
          pings.report("ping beside %d slow and %d silent".formatted(each, each));
      assertClosedAfter(Way.HEAD, HEAD, "");
      assertClosedAfter(Way.BODY, SLOW_BODY, "HTTP/1.1 408");
      assertFalse(slow.stream().anyMatch(one -> one.way == Way.SILENT && one.isClosed()));
      if (Size.asked() == Size.FULL) {
        trickleUntilClosed(Way.SILENT);
        assertClosedAfter(Way.SILENT, IDLE, "");
      }
      closeAll();
      assertAsBefore(held, before);
      System.out.printf(
          "[measured] ping p99 beside them: %.1f times the quiet one%n",
          (double) meanwhile.p99().toNanos() / quiet.p99().toNanos());
      Pings.mark("ping beside slow clients", meanwhile, PING);
    }
  }

  private void openAll(int each) {
    open(each / 2, Way.HEAD);
    open(each - each / 2, Way.BODY);
    open(each, Way.SILENT);
    assertServed(each);
  }

  private void open(int count, Way way) {
    for (int i = 0; i < count; i++) {
      String from = "127.0.0." + (2 + slow.size() / PER_ADDRESS);
      Slow one = new Slow(way, RawConnection.tcp(rig.port(), from));
      slow.add(one);
      one.begin(rig.port());
    }
  }

  /** The control: all of them have been let in, and a request that is whole is answered. */
  private void assertServed(int each) {
    assertTrue(
        Poll.until(Deadline.in(LATE), () -> sockets() >= 2 * each),
        () -> "only " + sockets() + " connections are open");
    Slow good = slow.get(slow.size() - 1);
    good.connection.send("GET /nothing HTTP/1.1\r\nHost: localhost:" + rig.port() + "\r\n\r\n");
    assertEquals(404, good.connection.awaitAnswers(1, LATE).get(0).status());
  }

  private int sockets() {
    return Footprint.of(rig.process().pid()).descriptors().getOrDefault("socket", 0);
  }

  private void trickleUntilClosed(Way... ways) {
    List<Way> awaited = List.of(ways);
    Deadline deadline = Deadline.in(IDLE.plus(LATE).plus(LATE));
    while (!deadline.passed() && slow.stream().anyMatch(one -> isOpen(one, awaited))) {
      slow.forEach(Slow::goOn);
      Poll.until(Deadline.in(BETWEEN), () -> slow.stream().noneMatch(one -> isOpen(one, awaited)));
    }
  }

  private static boolean isOpen(Slow one, List<Way> ways) {
    return ways.contains(one.way) && !one.isClosed();
  }

  private void assertClosedAfter(Way way, Duration limit, String answer) {
    List<Duration> after = new ArrayList<>();
    for (Slow one : slow) {
      if (one.way == way && !one.connection.received().startsWith("HTTP/1.1 404")) {
        assertTrue(one.isClosed(), way + " is still open");
        assertTrue(one.connection.received().startsWith(answer), one.connection.received());
        after.add(one.closedAfter);
      }
    }
    Percentiles closed = Percentiles.of(after).report("slow clients closed, " + way);
    assertTrue(closed.max().compareTo(limit.plus(LATE)) < 0, way + " after " + closed);
    assertTrue(closed.p50().compareTo(limit.minus(Duration.ofSeconds(1))) > 0, "too early");
  }

  private void closeAll() {
    slow.forEach(one -> one.connection.close());
    slow.clear();
  }

  private void assertAsBefore(Footprint held, Memory before) {
    assertTrue(
        Poll.until(
            Deadline.in(LATE),
            () -> Footprint.of(rig.process().pid()).descriptors().equals(held.descriptors())),
        () -> Footprint.of(rig.process().pid()).since(held));
    Memory after = Memory.of(rig.process().pid());
    System.out.printf(
        "[measured] after slow clients: heap %d KiB %+d, PSS %d KiB %+d%n",
        before.heapBytes() / 1024,
        (after.heapBytes() - before.heapBytes()) / 1024,
        before.pssKib(),
        after.pssKib() - before.pssKib());
    assertTrue(
        after.heapBytes() - before.heapBytes() < BREATH_BYTES,
        () -> "it holds more than before: " + after.moreThan(before));
  }
}
