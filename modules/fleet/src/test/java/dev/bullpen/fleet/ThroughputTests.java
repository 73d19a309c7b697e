package dev.bullpen.fleet;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.fleet.Client.Session;
import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.fixture.Needs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What three replicas do that one does not, and what the ways through the fleet cost. */
@Needs("haproxy")
class ThroughputTests {
  private static final double AT_LEAST = 2.7;
  private static final Duration HOP_WITHIN = Duration.ofNanos(500_000);
  private static final Duration PASSED_ON_WITHIN = Duration.ofMillis(2);

  /** Tools of each replica that run at the same time. */
  private static final int WORKERS = 4;

  private static final Duration MEASURED = Duration.ofSeconds(15);
  private static final int PINGS = 3000;
  private static final int WARMING = 500;

  @AutoClose private static Fleet fleet;

  private final Client client = fleet.client(Fleet.ALICE);

  @BeforeAll
  static void start() {
    assumeTrue(Size.asked() == Size.FULL, "it measures, at the full size alone");
    fleet = Fleet.start(Balancer.Kind.HAPROXY, "--workers", "4", "--max-workers", "4");
  }

  @Test
  void three_replicas_do_nearly_three_times_what_one_does() {
    List<Client> one = List.of(client.at(fleet.replicas().get(0)));
    List<Client> balanced = List.of(client, client, client);
    callFor(balanced, Duration.ofSeconds(5)); // what comes first is slower
    double alone = callFor(one, MEASURED);
    double three = callFor(balanced, MEASURED);
    double again = callFor(one, MEASURED);
    double ratio = three / ((alone + again) / 2);
    System.out.printf(
        "[measured] tools that wait 50 ms: %.1f and %.1f a second by one replica, %.1f by three: %.2f"
            + " times%n",
        alone, again, three, ratio);
    assertTrue(ratio >= AT_LEAST, "three replicas do only " + ratio + " times what one does");
  }

  /** Calls a second, with one more client for each replica than it has workers. */
  private double callFor(List<Client> clients, Duration during) {
    AtomicInteger done = new AtomicInteger();
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      Deadline end = Deadline.in(during);
      List<CompletableFuture<Void>> all = new ArrayList<>();
      for (Client to : clients) {
        for (int i = 0; i <= WORKERS; i++) {
          all.add(CompletableFuture.runAsync(() -> call(to, end, done), threads));
        }
      }
      all.forEach(CompletableFuture::join);
      return done.get() / (during.toMillis() / 1000.0);
    } finally {
      threads.shutdown();
    }
  }

  private static void call(Client to, Deadline end, AtomicInteger done) {
    try (HttpConnection connection = to.connect()) {
      while (!end.passed()) {
        HttpReply reply =
            to.send(connection, to.tool(Tools.params(Tools.PAUSES, fleet.freshToken())));
        assertTrue(reply.response().has("result"));
        if (!end.passed()) {
          done.incrementAndGet();
        }
      }
    }
  }

  @Test
  void the_hop_through_the_balancer_costs_less_than_half_a_millisecond() {
    Replica replica = fleet.replicas().get(0);
    Client direct = client.at(replica);
    List<Duration> past = new ArrayList<>();
    List<Duration> through = new ArrayList<>();
    try (HttpConnection one = direct.connect();
        HttpConnection other = client.connect()) {
      for (int i = 0; i < WARMING + PINGS; i++) {
        Duration straight = discover(direct, one);
        Duration balanced = discover(client, other);
        if (i >= WARMING) {
          past.add(straight);
          through.add(balanced);
        }
      }
    }
    Duration hop =
        Percentiles.of(through)
            .report("server/discover through HAProxy")
            .p50()
            .minus(Percentiles.of(past).report("server/discover past it").p50());
    Mark.atMost("the hop through HAProxy, p50", hop, HOP_WITHIN);
  }

  private static Duration discover(Client to, HttpConnection connection) {
    long sent = System.nanoTime();
    assertTrue(
        to.send(connection, to.modern("server/discover", Json.object())).response().has("result"));
    return Duration.ofNanos(System.nanoTime() - sent);
  }

  @Test
  void a_request_that_is_passed_on_costs_less_than_two_milliseconds_more() {
    Client owner = client.at(fleet.replicas().get(0));
    Client other = client.at(fleet.replicas().get(1));
    Session session = owner.session();
    List<Duration> arrived = new ArrayList<>();
    List<Duration> passed = new ArrayList<>();
    try (HttpConnection one = owner.connect();
        HttpConnection second = other.connect()) {
      for (int i = 0; i < WARMING + PINGS; i++) {
        Duration here = ping(owner, one, session);
        Duration there = ping(other, second, session);
        if (i >= WARMING) {
          arrived.add(here);
          passed.add(there);
        }
      }
    }
    Duration more =
        Percentiles.of(passed)
            .report("ping of a session by way of another replica")
            .p50()
            .minus(Percentiles.of(arrived).report("ping of a session at its replica").p50());
    Mark.atMost("a request that is passed on, p50", more, PASSED_ON_WITHIN);
  }

  private static Duration ping(Client to, HttpConnection connection, Session session) {
    long sent = System.nanoTime();
    assertTrue(
        to.send(connection, session.request("ping", Json.object())).response().has("result"));
    return Duration.ofNanos(System.nanoTime() - sent);
  }
}
