package dev.bullpen.faults.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
 *
 * <p>That HAProxy does as well with one that is killed, and with replicas that are restarted one by
 * one, is shown by the tests of a fleet.
 */
@Needs({"bash", "setsid"})
@Timeout(900)
class ReplicasTests {
  private static final Duration FAILS_WITHIN = Duration.ofSeconds(2);

  /** While a replica drains. */
  private static final int CALLS = 20;

  @TempDir Path folder;

  @Test
  @Needs("haproxy")
  void behind_haproxy_both_serve_a_session_finds_its_node_and_one_that_hangs_costs_its_own_calls()
      throws IOException {
    try (Replicas replicas = Replicas.start(Kind.HAPROXY, folder)) {
      both_serve(replicas);
      a_session_is_led_to_the_node_that_its_id_names(replicas);
      Replicas.Held lost = replicas.holdOn(replicas.b(), "waits");
      Replicas.Held kept = replicas.holdOn(replicas.a(), "waits");
      long stopped = System.nanoTime();
      replicas.b().process().signal(Signal.STOP);
      try {
        assertFailed(lost, stopped, "a call of a replica that hangs behind the shipped HAProxy");
        the_other_serves_all(replicas, kept);
      } finally {
        replicas.b().process().signal(Signal.CONT);
      }
      assertNoneRanTwice(replicas);
    }
  }

  @Test
  @Needs("nginx")
  void behind_nginx_both_serve_are_restarted_unnoticed_and_one_that_is_killed_costs_its_own_calls()
      throws Exception {
    try (Replicas replicas = Replicas.start(Kind.NGINX, folder)) {
      both_serve(replicas);
      they_are_restarted_one_by_one_and_no_call_fails(replicas);
      Replicas.Held lost = replicas.holdOn(replicas.b(), "waits");
      Replicas.Held kept = replicas.holdOn(replicas.a(), "waits");
      long killed = System.nanoTime();
      replicas.b().process().signal(Signal.KILL);
      assertFailed(lost, killed, "a call of a killed replica behind the shipped nginx");
      // Until all of it is gone it may still take a connection, which it then breaks.
      assertTrue(replicas.b().process().awaitExit(Deadline.in(McpClient.PATIENCE)).isPresent());
      the_other_serves_all(replicas, kept);
      assertNoneRanTwice(replicas);
    }
  }

  private static void both_serve(Replicas replicas) {
    List<String> answers = IntStream.range(0, 8).mapToObj(i -> replicas.call()).toList();
    assertEquals(Set.of("a", "b"), Set.copyOf(answers), answers::toString);
    assertEquals(8, replicas.runs().size());
    assertEquals(404, replicas.status("/health/ready"), "it is for this network alone");
    assertEquals(404, replicas.status("/metrics"));
  }

  /** Of a node that is not there, any replica. */
  private static void a_session_is_led_to_the_node_that_its_id_names(Replicas replicas) {
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

  private static void assertFailed(Replicas.Held lost, long since, String what) {
    assertTrue(hasFailed(lost.reply()), "its call is not answered");
    Duration failed = Duration.ofNanos(System.nanoTime() - since);
    System.out.printf("[measured] %s failed after %s%n", what, Percentiles.ms(failed));
    Mark.atMost("until " + what + " has failed", failed, FAILS_WITHIN);
  }

  private static boolean hasFailed(HttpReply reply) {
    try {
      return reply.status() >= 500;
    } catch (UncheckedIOException e) {
      return true; // the connection was closed
    }
  }

  /** The control: what the other runs goes on. */
  private static void the_other_serves_all(Replicas replicas, Replicas.Held kept)
      throws IOException {
    for (int i = 0; i < Size.repeat(10, 100); i++) {
      assertEquals("a", replicas.call(), "the other serves all");
    }
    replicas.a().gate().letThrough(kept.job().token(), "go");
    assertTrue(kept.reply().body().contains("let: go"), "the other's call goes on");
  }

  private static void assertNoneRanTwice(Replicas replicas) {
    assertEquals(replicas.runs().size(), Set.copyOf(replicas.runs()).size(), "none ran twice");
  }

  private static void they_are_restarted_one_by_one_and_no_call_fails(Replicas replicas)
      throws Exception {
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
    System.out.printf("[measured] restarts behind the shipped nginx: %s%n", answers);
    assertEquals(Set.of("a", "b"), answers.keySet(), answers::toString);
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
}
