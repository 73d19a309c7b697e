package dev.bullpen.faults.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.faults.http.Proxy.Kind;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.client.HttpReply.Event;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.rig.HttpRig;
import dev.bullpen.testkit.rig.HttpSession;
import dev.bullpen.testkit.rig.Job;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A client that closes its connection to a proxy in front has cancelled its call of 2026-07-28, as
 * if there were no proxy, and an older client has not.
 */
@Needs({"bash", "setsid"})
class CloseBehindProxyTests {
  private static final Duration GONE_WITHIN = Duration.ofMillis(250);

  /** In which a tool whose client had gone would be gone. */
  private static final Duration CONTROL = Duration.ofSeconds(2);

  private HttpRig rig;
  private int port;

  @Test
  @Needs("haproxy")
  void a_client_of_haproxy_that_closes_has_cancelled() {
    closing_is_cancelling_behind(Kind.HAPROXY);
  }

  @Test
  @Needs("nginx")
  void a_client_of_nginx_that_closes_has_cancelled() {
    closing_is_cancelling_behind(Kind.NGINX);
  }

  private void closing_is_cancelling_behind(Kind kind) {
    try (ProxiedServer served = ProxiedServer.start(kind, Family::project)) {
      rig = served.rig();
      port = served.ports().http1();
      control_while_the_connection_stays_the_tool_does();
      for (boolean isStream : new boolean[] {false, true}) {
        for (boolean isReset : new boolean[] {false, true}) {
          nothing_is_left(kind, isStream, isReset);
        }
      }
      a_tool_of_a_session_goes_on();
    }
  }

  private void nothing_is_left(Kind kind, boolean isStream, boolean isReset) {
    List<Duration> gone = new ArrayList<>();
    for (int round = 0; round < Size.repeat(1, 100); round++) {
      String token = rig.freshToken();
      HttpConnection connection = new HttpConnection(port);
      HttpReply reply = rig.send(connection, Family.call(rig, token, isStream));
      Job job = rig.ready(token, Family.MEMBERS);
      assertTrue(!isStream || reply.nextMessage().has("method"), "it is in the midst of it");
      long left = System.nanoTime();
      if (isReset) {
        connection.reset();
      } else {
        connection.close();
      }
      gone.add(rig.assertGone(job).since(left));
    }
    String what =
        "client of %s gone by %s, %s"
            .formatted(kind, isReset ? "RST" : "FIN", isStream ? "stream" : "JSON");
    Percentiles percentiles = Percentiles.of(gone).report(what + ", nothing left after");
    Mark.atMost(what + ", p99", percentiles.p99(), GONE_WITHIN);
  }

  private void control_while_the_connection_stays_the_tool_does() {
    String token = rig.freshToken();
    HttpConnection connection = new HttpConnection(port);
    rig.send(connection, Family.call(rig, token, false));
    Job job = rig.ready(token, Family.MEMBERS);
    new HttpConnection(port).close(); // another's, of no request
    assertFalse(rig.awaitGone(job, CONTROL).none(), "the control shows nothing: all were gone");
    connection.close();
    rig.assertGone(job);
  }

  private void a_tool_of_a_session_goes_on() {
    HttpSession session = rig.session(Revision.V2025_11_25, "{}");
    String token = rig.freshToken();
    HttpConnection connection = new HttpConnection(port);
    HttpCall call = session.post(rig.request("tools/call", Family.params("waits", token, true)));
    HttpReply reply = rig.send(connection, call);
    reply.next().orElseThrow(); // primes
    Event progress = reply.next().orElseThrow();
    Job job = rig.ready(token, 1);
    connection.close();
    assertFalse(rig.awaitGone(job, CONTROL).none(), "a broken connection ended it");
    rig.gate().letThrough(token, "go");
    HttpCall again = session.bare("GET").header("Last-Event-ID", progress.id());
    try (HttpConnection back = new HttpConnection(port)) {
      List<Event> rest = rig.send(back, again).rest();
      assertEquals(1, rest.size(), rest.toString());
      assertTrue(rest.get(0).data().contains("let: go"), rest.toString());
    }
  }
}
