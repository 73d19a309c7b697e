package dev.bullpen.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.fleet.Client.Session;
import dev.bullpen.json.Json;
import dev.bullpen.testkit.Chance;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.fixture.Needs;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/**
 * Replicas find each other by a name ({@code --peers-dns}), whose addresses change while they
 * serve. The name stands in a file that each of them sees as {@code /etc/hosts}, in a mount
 * namespace of its own.
 */
@Needs({"haproxy", "unshare"})
class FoundByNameTests {
  private static final int SERVED = 200;
  private static final int UNKNOWN = 404;

  /** How often a replica looks the name up, and what it needs to ask the others. */
  private static final Duration FORGOTTEN_WITHIN = Duration.ofSeconds(6);

  /** A replica that is not known is looked for at once, but once a second. */
  private static final Duration FOUND_WITHIN = Duration.ofSeconds(2);

  private static final Duration BETWEEN_LOOKUPS = Duration.ofMillis(1100);
  private static final Duration BETWEEN_REVIEWS = Duration.ofMillis(5100);

  private static Fleet fleet;

  private final Client client = fleet.client(Fleet.ALICE);
  private final Replica first = fleet.replica("node-a");
  private final Replica second = fleet.replica("node-b");
  private final Replica third = fleet.replica("node-c");

  @BeforeAll
  static void start() {
    assumeTrue(NamespaceNetwork.isAllowed(), "no namespaces here, which need root and ip(8)");
    fleet = Fleet.startByName(Balancer.Kind.HAPROXY);
  }

  @AfterAll
  static void end() {
    if (fleet != null) {
      fleet.close();
    }
  }

  @BeforeEach
  void all_know_each_other() {
    fleet.name(first, second, third);
    List<Replica> all = List.of(first, second, third);
    for (Replica owner : all) {
      Session session = client.at(owner).session();
      all.forEach(replica -> await(SERVED, replica, session));
    }
  }

  /** The status of a request of a session that is sent to that replica. */
  private int status(Replica at, Session session) {
    Client there = client.at(at);
    try (HttpConnection connection = there.connect()) {
      return there.send(connection, session.request("ping", Json.object())).status();
    }
  }

  /** Wait until such requests have that status; for how long. */
  private Duration await(int status, Replica at, Session session) {
    long begun = System.nanoTime();
    if (!Poll.until(Deadline.in(McpClient.PATIENCE), () -> status(at, session) == status)) {
      throw new AssertionError(
          "%d at %s for %s, and not %d%n%s"
              .formatted(status(at, session), at.node(), session.id(), status, fleet.logs()));
    }
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  @Test
  void what_belongs_to_another_replica_is_passed_on_to_it() {
    List<Replica> all = List.of(first, second, third);
    for (Replica asked : all) {
      for (Replica answered : all) {
        String token = fleet.freshToken();
        ObjectNode params = Tools.params(Tools.ASKS, token);
        Answer asking = client.at(asked).answer(client.tool(params));
        Answer answer = client.at(answered).answer(client.retry(params, asking));
        assertTrue(answer.text().contains("Ann"), answer.message().toString());
        fleet.ready(token, 1);
        assertEquals(List.of(asked.node()), fleet.nodes(token));
      }
    }
  }

  @Test
  void one_that_the_name_has_no_more_is_forgotten_and_one_that_it_has_anew_is_found() {
    Session kept = client.at(second).session();
    Session left = client.at(third).session();
    assertEquals(SERVED, status(first, left));
    fleet.name(first, second);
    Duration forgotten = await(UNKNOWN, first, left);
    System.out.println("[measured] a replica forgotten after " + forgotten.toMillis() + " ms");
    Mark.atMost("to forget a replica", forgotten, FORGOTTEN_WITHIN);
    assertEquals(SERVED, status(third, left), "it is still there");
    assertEquals(SERVED, status(first, kept), "another's");
    fleet.name(first, second, third);
    Duration found = await(SERVED, first, left);
    System.out.println("[measured] a replica found after " + found.toMillis() + " ms");
    Mark.atMost("to find a replica", found, FOUND_WITHIN);
  }

  /** As a pod of Kubernetes does. */
  @Test
  void one_that_comes_back_at_another_address_gets_the_first_request_already() {
    Session before = client.at(third).session();
    assertEquals(SERVED, status(first, before));
    assertEquals(0, third.endAtOnce(), third::log);
    Replica elsewhere = fleet.another(third.node());
    try {
      // A replica that asks it waits for less than a second, which a first answer may take.
      assertEquals(SERVED, new PeerRequest(fleet, fleet.keys().get(0)).to(elsewhere).status());
      fleet.name(first, second, elsewhere);
      Session session = client.at(elsewhere).session();
      assertEquals(SERVED, status(first, session));
      assertEquals(UNKNOWN, status(second, before), "that was of the server before");
    } finally {
      assertEquals(0, elsewhere.endAtOnce(), elsewhere::log);
      third.start();
      third.awaitServing();
      fleet.awaitBalanced(third);
    }
  }

  @Test
  void a_name_without_an_address_is_logged_once_with_what_to_do() {
    Session session = client.at(second).session();
    Session unknown = new Session(client, "node-x." + "x".repeat(32));
    fleet.name();
    String begin = "The name " + Fleet.NAME + " of --peers-dns has no address";
    Poll.until(Deadline.in(McpClient.PATIENCE), () -> first.log().contains(begin));
    for (int i = 0; i < 2; i++) {
      assertEquals(UNKNOWN, status(first, unknown)); // for which the name is looked up once more
      Chance.pass(BETWEEN_LOOKUPS);
    }
    Chance.pass(BETWEEN_REVIEWS);
    List<String> said = first.log().lines().filter(line -> line.contains(begin)).toList();
    assertEquals(1, said.size(), said.toString());
    assertTrue(said.get(0).contains("\"getent ahosts " + Fleet.NAME + "\""), said.get(0));
    assertEquals(SERVED, status(first, session), "those that are known stay");
  }
}
