package dev.bullpen.faults.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.faults.http.Proxy.Kind;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.fixture.Needs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two replicas behind HAProxy and nginx as the examples configure them: a lost replica costs the
 * calls that it was serving, and no call runs twice.
 */
@Needs({"bash", "setsid"})
@Timeout(300)
class ReplicasTests {
  private static final Duration CANCELLED_WITHIN = Duration.ofMillis(250);
  private static final Duration FAILS_WITHIN = Duration.ofSeconds(2);

  /** In which a call whose client had gone, or whose replica was lost, would be over. */
  private static final Duration CONTROL = Duration.ofSeconds(3);

  /** While a replica drains. */
  private static final int CALLS = 20;

  @TempDir Path folder;

  @Test
  @Needs("haproxy")
  void both_replicas_serve_behind_haproxy() {
    bothServe(Kind.HAPROXY);
  }

  @Test
  @Needs("nginx")
  void both_replicas_serve_behind_nginx() {
    bothServe(Kind.NGINX);
  }

  private void bothServe(Kind kind) {
    try (Replicas replicas = Replicas.start(kind, folder)) {
      List<String> answers = IntStream.range(0, 8).mapToObj(i -> replicas.call()).toList();
      assertEquals(Set.of("a", "b"), Set.copyOf(answers), answers::toString);
      assertEquals(8, replicas.runs().size());
      assertEquals(404, replicas.status("/health/ready"), "it is for this network alone");
      assertEquals(404, replicas.status("/metrics"));
    }
  }

  @Test
  @Needs("haproxy")
  void a_client_of_haproxy_that_closes_has_cancelled() {
    closingCancels(Kind.HAPROXY);
  }

  @Test
  @Needs("nginx")
  void a_client_of_nginx_that_closes_has_cancelled() {
    closingCancels(Kind.NGINX);
  }

  private void closingCancels(Kind kind) {
    try (Replicas replicas = Replicas.start(kind, folder)) {
      List<Duration> gone = new ArrayList<>();
      for (int round = 0; round < Size.repeat(3, 50); round++) {
        Replicas.Held held = replicas.hold("family", Family.MEMBERS);
        long left = System.nanoTime();
        held.connection().close();
        gone.add(held.rig().assertGone(held.job()).since(left));
      }
      String what = "call of a replica behind the shipped %s gone".formatted(kind);
      Mark.atMost(
          what + ", p99",
          Percentiles.of(gone).report(what + ", nothing left after").p99(),
          CANCELLED_WITHIN);
      Replicas.Held control = replicas.hold("family", Family.MEMBERS);
      assertFalse(control.rig().awaitGone(control.job(), CONTROL).none(), "nobody has closed it");
    }
  }

  @Test
  @Needs("haproxy")
  void a_replica_that_is_killed_behind_haproxy_costs_its_own_calls() throws IOException {
    killedCostsItsOwn(Kind.HAPROXY);
  }

  @Test
  @Needs("nginx")
  void a_replica_that_is_killed_behind_nginx_costs_its_own_calls() throws IOException {
    killedCostsItsOwn(Kind.NGINX);
  }

  private void killedCostsItsOwn(Kind kind) throws IOException {
    try (Replicas replicas = Replicas.start(kind, folder)) {
      Replicas.Held lost = replicas.holdOn(replicas.b(), "waits");
      Replicas.Held kept = replicas.holdOn(replicas.a(), "waits");
      long killed = System.nanoTime();
      replicas.b().process().signal(Signal.KILL);
      assertTrue(hasFailed(lost.reply()), "its call is not answered");
      Duration failed = Duration.ofNanos(System.nanoTime() - killed);
      System.out.printf(
          "[measured] a call of a killed replica behind the shipped %s failed after %s%n",
          kind, Percentiles.ms(failed));
      Mark.atMost("until a call of a killed replica has failed", failed, FAILS_WITHIN);
      // Until all of it is gone it may still take a connection, which it then breaks.
      assertTrue(replicas.b().process().awaitExit(Deadline.in(McpClient.PATIENCE)).isPresent());
      for (int i = 0; i < Size.repeat(10, 100); i++) {
        assertEquals("a", replicas.call(), "the other serves all");
      }
      replicas.a().gate().letThrough(kept.job().token(), "go");
      assertTrue(kept.reply().body().contains("let: go"), "the other's call goes on");
      replicas.restartB();
      awaitCallsTo("b", replicas);
      assertEquals(replicas.runs().size(), Set.copyOf(replicas.runs()).size(), "none ran twice");
    }
  }

  private static boolean hasFailed(HttpReply reply) {
    try {
      return reply.status() >= 500;
    } catch (UncheckedIOException e) {
      return true; // the connection was closed
    }
  }

  @Test
  @Needs("haproxy")
  void a_replica_that_hangs_behind_haproxy_costs_its_own_calls() throws IOException {
    try (Replicas replicas = Replicas.start(Kind.HAPROXY, folder)) {
      Replicas.Held lost = replicas.holdOn(replicas.b(), "waits");
      long stopped = System.nanoTime();
      replicas.b().process().signal(Signal.STOP);
      try {
        assertTrue(hasFailed(lost.reply()), "its call is not answered");
        Duration failed = Duration.ofNanos(System.nanoTime() - stopped);
        System.out.printf(
            "[measured] a call of a replica that hangs behind the shipped HAProxy failed after %s%n",
            Percentiles.ms(failed));
        Mark.atMost("until a call of a replica that hangs has failed", failed, FAILS_WITHIN);
        for (int i = 0; i < Size.repeat(10, 100); i++) {
          assertEquals("a", replicas.call(), "the other serves all");
        }
      } finally {
        replicas.b().process().signal(Signal.CONT);
      }
    }
  }

  @Test
  @Needs("haproxy")
  void replicas_are_restarted_one_by_one_behind_haproxy_and_no_call_fails() throws Exception {
    restartedUnnoticed(Kind.HAPROXY);
  }

  @Test
  @Needs("nginx")
  void replicas_are_restarted_one_by_one_behind_nginx_and_no_call_fails() throws Exception {
    restartedUnnoticed(Kind.NGINX);
  }

  private void restartedUnnoticed(Kind kind) throws Exception {
    try (Replicas replicas = Replicas.start(kind, folder)) {
      AtomicBoolean over = new AtomicBoolean();
      Map<String, Integer> answers = new ConcurrentHashMap<>();
      Thread client =
          new Thread(
              () -> {
                while (!over.get()) {
                  answers.merge(replicas.call(), 1, Integer::sum);
                }
              },
              "client");
      client.start();
      try {
        for (int round = 0; round < Size.repeat(1, 20); round++) {
          Replicas.Held held = replicas.holdOn(replicas.b(), "waits");
          replicas.b().process().signal(Signal.TERM);
          Poll.until(Deadline.in(McpClient.PATIENCE), replicas::isBDraining);
          int before = count(answers);
          assertTrue(
              Poll.until(Deadline.in(McpClient.PATIENCE), () -> count(answers) > before + CALLS),
              "calls are served while a replica drains");
          replicas.b().gate().letThrough(held.job().token(), "go");
          assertTrue(held.reply().body().contains("let: go"), "a call that runs goes on");
          replicas.restartB();
          awaitCallsTo("b", replicas);
          replicas.restartA();
          awaitCallsTo("a", replicas);
        }
      } finally {
        over.set(true);
        client.join();
      }
      System.out.printf("[measured] restarts behind the shipped %s: %s%n", kind, answers);
      assertEquals(Set.of("a", "b"), answers.keySet(), answers::toString);
      assertEquals(replicas.runs().size(), Set.copyOf(replicas.runs()).size(), "each has run once");
    }
  }

  /** The balancer may need some checks to see that a replica is back. */
  private static void awaitCallsTo(String name, Replicas replicas) {
    assertTrue(
        Poll.until(Deadline.in(McpClient.PATIENCE), () -> replicas.call().equals(name)),
        "a replica that is back gets calls");
  }

  private static int count(Map<String, Integer> answers) {
    return answers.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Of a node that is not there, any replica. */
  @Test
  @Needs("haproxy")
  void haproxy_leads_a_session_to_the_node_that_its_id_names() {
    try (Replicas replicas = Replicas.start(Kind.HAPROXY, folder)) {
      for (String node : List.of("a", "b")) {
        for (int i = 0; i < 4; i++) {
          assertEquals(node, replicas.call("node-" + node + ".none"));
        }
      }
      assertEquals(
          Set.of("a", "b"),
          Set.of(replicas.call("node-d.none"), replicas.call("node-d.none")),
          "those of no node are spread");
    }
  }
}
