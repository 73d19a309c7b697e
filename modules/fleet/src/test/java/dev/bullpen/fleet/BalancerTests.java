package dev.bullpen.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.fleet.Load.Request;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ToolScripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/** The balancer is lost, and clients leave behind it. */
@Needs({"haproxy", "nginx", "setsid"})
class BalancerTests {
  private static final int CLIENTS = 3;
  private static final Duration GONE_WITHIN = Duration.ofMillis(250);

  /** In which a tool whose client had gone would be gone. */
  private static final Duration CONTROL = Duration.ofSeconds(2);

  static Stream<Balancer.Kind> balancers() {
    return Balancer.Kind.tested();
  }

  @ParameterizedTest
  @MethodSource("balancers")
  void a_balancer_that_is_killed_and_started_again_costs_what_went_through_it(Balancer.Kind kind) {
    try (Fleet fleet = Fleet.start(kind, Fleet.SHORT_QUESTIONS)) {
      for (int round = 0; round < Size.repeat(1, 20); round++) {
        Load load = Load.begin(fleet, CLIENTS);
        long lost = System.nanoTime();
        fleet.balancer().kill();
        fleet.balancer().start();
        long back = System.nanoTime();
        load.awaitMore(10 * CLIENTS);
        List<Request> requests = load.end();
        for (Request request : Load.failures(requests)) {
          assertTrue(request.sent() <= back, "it was back: " + request);
          assertFalse(request.ended() < lost, "it was there: " + request);
        }
        System.out.printf(
            "[measured] %s killed, away for %s, round %d: %d of %d requests failed%n",
            kind,
            Percentiles.ms(Duration.ofNanos(back - lost)),
            round,
            Load.failures(requests).size(),
            requests.size());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_client_that_closes_has_cancelled_and_a_legacy_client_has_not(Balancer.Kind kind) {
    try (Fleet fleet = Fleet.start(kind)) {
      Client client = fleet.client(Fleet.ALICE);
      control_while_the_connection_stays_the_tool_does(fleet, client);
      for (boolean isStream : new boolean[] {false, true}) {
        List<Duration> gone = new ArrayList<>();
        for (int round = 0; round < Size.repeat(4, 100); round++) {
          gone.add(leave(fleet, client, isStream, round % 2 == 0));
        }
        String what = "client of %s gone, %s".formatted(kind, isStream ? "stream" : "JSON");
        Percentiles percentiles = Percentiles.of(gone).report(what + ", nothing left after");
        Mark.atMost(what + ", p99", percentiles.p99(), GONE_WITHIN);
      }
      a_tool_of_a_session_goes_on(fleet, client);
    }
  }

  private static Duration leave(Fleet fleet, Client client, boolean isStream, boolean isReset) {
    String token = fleet.freshToken();
    ObjectNode params = Tools.params(Tools.FAMILY, token);
    HttpConnection connection = client.connect();
    HttpReply reply =
        client.send(connection, client.tool(isStream ? Tools.withProgress(params) : params));
    Job job = fleet.ready(token, ToolScripts.FAMILY_MEMBERS);
    assertTrue(!isStream || reply.nextMessage().has("method"), "it is in the midst of it");
    long left = System.nanoTime();
    if (isReset) {
      connection.reset();
    } else {
      connection.close();
    }
    return fleet.assertGone(job).since(left);
  }

  private static void control_while_the_connection_stays_the_tool_does(Fleet fleet, Client client) {
    String token = fleet.freshToken();
    HttpConnection connection = client.connect();
    client.send(connection, client.tool(Tools.params(Tools.FAMILY, token)));
    Job job = fleet.ready(token, ToolScripts.FAMILY_MEMBERS);
    client.connect().close(); // another's, of no request
    assertFalse(
        fleet.replicas().get(0).awaitGone(job, CONTROL).none(), "the control shows nothing");
    connection.close();
    fleet.assertGone(job);
  }

  /** Its answer is fetched on another connection, by way of any replica. */
  private static void a_tool_of_a_session_goes_on(Fleet fleet, Client client) {
    Client.Session session = client.session();
    String token = fleet.freshToken();
    HttpCall call =
        session.request("tools/call", Tools.withProgress(Tools.params(Tools.WAITS, token)));
    HttpConnection connection = client.connect();
    HttpReply reply = client.send(connection, call);
    HttpReply.Event primer = reply.next().orElseThrow();
    Job job = fleet.ready(token, 2);
    connection.close();
    assertFalse(
        fleet.replicas().get(0).awaitGone(job, CONTROL).none(), "a broken connection ended it");
    fleet.gate().letThrough(token, "go");
    for (Replica replica : fleet.replicas()) {
      Client back = client.at(replica);
      HttpCall again = session.bare("GET").header("Last-Event-ID", primer.id());
      try (HttpConnection second = back.connect()) {
        List<HttpReply.Event> rest = back.send(second, again).rest();
        assertEquals(1, rest.size(), rest.toString());
        assertTrue(rest.get(0).data().contains(token + " go"), rest.toString());
      }
    }
  }
}
