package dev.bullpen.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.fleet.Load.Request;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.proc.Proc;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A replica is lost under load: what it was serving fails soon, and nothing else does. */
@Needs({"haproxy", "nginx", "setsid"})
class LostReplicaTests {
  private static final int CLIENTS = 3;
  private static final Duration FAILS_WITHIN = Duration.ofSeconds(2);

  /**
   * In which the balancer tries to reach the replica for a later request, before it asks another
   * one, which may then find out for itself that the replica is gone.
   */
  private static final Duration TRIED_IN_VAIN = Duration.ofSeconds(1);

  /** Others may be slower by this, and by half: a third of the fleet is gone. */
  private static final Duration NOISE = Duration.ofMillis(100);

  static Stream<Balancer.Kind> balancers() {
    return Balancer.Kind.tested();
  }

  /** A call that stays, and when its client knew that it had failed. */
  private record Held(String token, HttpConnection connection, CompletableFuture<Long> failed) {}

  @ParameterizedTest
  @MethodSource("balancers")
  void a_replica_that_is_killed_costs_only_what_it_was_serving(Balancer.Kind kind) {
    try (Fleet fleet = Fleet.start(kind, Fleet.SHORT_QUESTIONS)) {
      List<Request> calm = new ArrayList<>();
      List<Request> after = new ArrayList<>();
      for (int round = 0; round < Size.repeat(1, 20); round++) {
        Replica victim = fleet.replicas().get(round % 3);
        Load load = Load.begin(fleet, CLIENTS);
        Map<String, Held> held = hold(fleet);
        load.awaitMore(10 * CLIENTS);
        List<Proc> family = victim.family();
        long lost = System.nanoTime();
        victim.kill();
        long gone = System.nanoTime();
        assertFailed(held, victim, lost);
        Duration left = victim.assertNothingLeft(family).since(lost);
        load.awaitMore(10 * CLIENTS);
        release(fleet, held);
        List<Request> requests = load.end();
        // HAProxy may still have it in its hands until it marks the replica down.
        long known =
            kind == Balancer.Kind.HAPROXY ? lost + Mark.slack(FAILS_WITHIN).toNanos() : gone;
        assertOnlyItsOwnFailed(fleet, requests, victim, lost, known);
        System.out.printf(
            "[measured] %s, replica killed, round %d: %d of %d requests failed, nothing left after"
                + " %s%n",
            kind, round, Load.failures(requests).size(), requests.size(), Percentiles.ms(left));
        requests.stream().filter(one -> one.ended() < lost).forEach(calm::add);
        requests.stream().filter(one -> one.sent() > gone).forEach(after::add);
        again(fleet, victim);
      }
      assertAsFast(kind + ", replica killed", calm, after);
    }
  }

  @Test
  void a_replica_whose_link_is_cut_costs_only_what_it_was_serving_and_none_is_answered_twice() {
    try (Fleet fleet = Fleet.start(Balancer.Kind.HAPROXY, Fleet.SHORT_QUESTIONS)) {
      assumeTrue(fleet.network().canCut(), "no link can be cut here");
      for (int round = 0; round < Size.repeat(1, 20); round++) {
        Replica victim = fleet.replicas().get(round % 3);
        Load load = Load.begin(fleet, CLIENTS);
        Map<String, Held> held = hold(fleet);
        long lost = System.nanoTime();
        fleet.network().cut(victim.host());
        assertFailed(held, victim, lost);
        load.awaitMore(10 * CLIENTS);
        fleet.network().mend(victim.host());
        long mended = System.nanoTime();
        fleet.awaitBalanced(victim);
        load.awaitMore(10 * CLIENTS);
        fleet.gate().letThrough(held.get(victim.node()).token(), "late");
        release(fleet, held);
        List<Request> requests = load.end(); // and that none has run twice
        // What was begun while the link was cut may have been sent to it.
        assertOnlyItsOwnFailed(
            fleet, requests, victim, lost, lost + Mark.slack(FAILS_WITHIN).toNanos());
        System.out.printf(
            "[measured] link cut for %s, round %d: %d of %d requests failed%n",
            Percentiles.ms(Duration.ofNanos(mended - lost)),
            round,
            Load.failures(requests).size(),
            requests.size());
      }
    }
  }

  /** A call on each replica that stays, by node. */
  private static Map<String, Held> hold(Fleet fleet) {
    Map<String, Held> held = new TreeMap<>();
    while (held.size() < Fleet.NODES.size()) {
      String token = fleet.freshToken();
      Client client = fleet.client(Fleet.ALICE);
      HttpConnection connection = client.connect();
      HttpReply reply = client.send(connection, client.tool(Tools.params(Tools.WAITS, token)));
      fleet.ready(token, 2);
      String node = fleet.nodes(token).get(0);
      if (held.containsKey(node)) {
        fleet.gate().letThrough(token, "away");
        assertTrue(reply.response().has("result"));
        connection.close();
      } else {
        // Threads of their own: the common pool may have fewer than there are calls.
        CompletableFuture<Long> failed =
            CompletableFuture.supplyAsync(() -> fails(reply), task -> new Thread(task).start());
        held.put(node, new Held(token, connection, failed));
      }
    }
    return held;
  }

  /** When it fails; 0 if it is answered. */
  private static long fails(HttpReply reply) {
    while (true) {
      try {
        return reply.status() == 200 && reply.response().has("result") ? 0 : System.nanoTime();
      } catch (UncheckedIOException e) {
        if (!(e.getCause() instanceof SocketTimeoutException)) {
          return System.nanoTime();
        }
        // Nothing has come for a while, not even a comment: it is held.
      } catch (AssertionError e) {
        // Nothing but comments has come for a while: it is held.
      }
    }
  }

  private static void assertFailed(Map<String, Held> held, Replica victim, long lost) {
    Duration took = Duration.ofNanos(outcome(held.get(victim.node())) - lost);
    System.out.println(
        "[measured] a call of the lost replica failed after " + Percentiles.ms(took));
    Mark.atMost("the end of a call of the lost replica", took, FAILS_WITHIN);
    assertFalse(took.isNegative(), "it had failed before: " + took);
  }

  private static long outcome(Held held) {
    try {
      return held.failed().get(McpClient.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError("a call is neither answered nor fails", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a call is waited for", e);
    }
  }

  /** The control: those of the others are still there, and end as they should. */
  private static void release(Fleet fleet, Map<String, Held> held) {
    held.values().stream()
        .filter(one -> !one.failed().isDone())
        .forEach(
            one -> {
              fleet.gate().letThrough(one.token(), "go");
              assertEquals(0, outcome(one), "a call of another replica has failed");
            });
    assertEquals(2, held.values().stream().filter(one -> outcome(one) == 0).count());
    held.values().forEach(one -> one.connection().close());
  }

  /**
   * Fail if a request has that the lost replica did not have, or if it failed too late.
   *
   * @param gone until then the balancer may have sent it requests
   */
  private static void assertOnlyItsOwnFailed(
      Fleet fleet, List<Request> requests, Replica victim, long lost, long gone) {
    for (Request request : Load.failures(requests)) {
      List<String> nodes = fleet.nodes(request.token());
      boolean isItsOwn = nodes.isEmpty() || nodes.contains(victim.node());
      boolean isLostQuestion = request.failure().orElseThrow().contains("node-lost");
      // What belongs to one node, a session or a script that waits, may go by way of another.
      boolean isOnItsWay = request.sent() <= gone && request.belongsToNode();
      String what =
          "%s of %s, sent %s after the loss"
              .formatted(request, nodes, Percentiles.ms(Duration.ofNanos(request.sent() - lost)));
      assertTrue(isItsOwn || isOnItsWay, what);
      assertTrue(request.sent() <= gone || isLostQuestion, what);
      assertFalse(request.ended() < lost, "it had failed before: " + what);
      Mark.atMost(
          what,
          Duration.ofNanos(request.ended() - Math.max(lost, request.sent())),
          request.sent() < lost ? FAILS_WITHIN : FAILS_WITHIN.plus(TRIED_IN_VAIN));
    }
  }

  private static void assertAsFast(String what, List<Request> calm, List<Request> after) {
    Percentiles before = Load.report(what + ", a short call before", calm).orElseThrow();
    Percentiles now = Load.report(what + ", a short call after", after).orElseThrow();
    Mark.atMost(
        what + ", p99 of short calls",
        now.p99(),
        before.p99().plus(before.p99().dividedBy(2)).plus(NOISE));
  }

  private static void again(Fleet fleet, Replica victim) {
    victim.start();
    victim.awaitServing();
    fleet.awaitBalanced(victim);
  }
}
