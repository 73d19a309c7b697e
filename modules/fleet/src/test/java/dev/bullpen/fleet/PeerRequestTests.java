package dev.bullpen.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.fleet.Client.Session;
import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.fixture.Needs;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * A request that claims to come from another replica is served only if it is signed with a key of
 * the fleet, for this replica, just now, for the first time, and as it came; and it is never passed
 * on again.
 */
@Needs("haproxy")
class PeerRequestTests {
  private static final int SERVED = 200;
  private static final int REFUSED = 403;
  private static final int UNKNOWN = 404;

  @AutoClose private static final Fleet FLEET = Fleet.start(Balancer.Kind.HAPROXY);

  private final Replica owner = FLEET.replica("node-b");
  private final Client client = FLEET.client(Fleet.ALICE).at(owner);
  private Session session;

  @BeforeEach
  void greet() {
    session = client.session();
  }

  /** A ping of the session, as its client sends it. */
  private HttpCall ping() {
    return session
        .request("ping", Json.object())
        .header("Authorization", "Bearer " + FLEET.token(Fleet.ALICE));
  }

  private PeerRequest ofFleet() {
    return new PeerRequest(FLEET, FLEET.keys().get(0));
  }

  private static int status(Client client, HttpCall call) {
    try (HttpConnection connection = client.connect()) {
      HttpReply reply = client.send(connection, call);
      int status = reply.status();
      reply.messages();
      return status;
    }
  }

  @Test
  void control_one_that_is_signed_is_served() {
    assertEquals(SERVED, status(client, ofFleet().signed(owner.node(), ping())));
    assertEquals(SERVED, ofFleet().to(owner).status());
  }

  /** The replica that has passed it on says where its client is, and signs that. */
  @Test
  void the_audit_log_names_the_client_and_the_replica_that_vouches_for_it() {
    Replica other = FLEET.replica("node-a");
    String from = FLEET.clients().address() + ":";
    assertEquals(SERVED, status(client, ping()));
    JsonNode direct = lastAudited("call");
    assertEquals("", direct.path("via").asString(""));
    assertTrue(direct.path("address").asString("").startsWith(from), direct.toString());
    assertEquals(SERVED, status(client.at(other), ping()));
    JsonNode passedOn = lastAudited("call");
    String via = passedOn.path("via").asString("");
    assertTrue(via.startsWith(other.node() + " "), passedOn.toString());
    assertTrue(via.contains(other.host().address()) || !FLEET.network().canCut(), via);
    assertTrue(passedOn.path("address").asString("").startsWith(from), passedOn.toString());
    assertEquals(SERVED, status(client, ofFleet().signed(owner.node(), ping())));
    assertEquals(PeerRequest.CLIENT, lastAudited("call").path("address").asString(""));
    HttpCall forged = new PeerRequest(FLEET, Fleet.secret()).signed(owner.node(), ping());
    assertEquals(REFUSED, status(client, forged));
    JsonNode refused = lastAudited("request");
    assertEquals("", refused.path("via").asString(""), "it says so itself");
    assertTrue(refused.path("address").asString("").startsWith(from), refused.toString());
  }

  private JsonNode lastAudited(String event) {
    List<JsonNode> lines =
        FLEET.audited(owner.node()).stream()
            .filter(line -> line.path("event").asString("").equals(event))
            .toList();
    return lines.get(lines.size() - 1);
  }

  @Test
  void a_forged_one_is_refused() {
    HttpCall forged = new PeerRequest(FLEET, Fleet.secret()).signed(owner.node(), ping());
    assertEquals(REFUSED, status(client, forged));
    assertEquals(REFUSED, new PeerRequest(FLEET, Fleet.secret()).to(owner).status());
    HttpCall signed = ofFleet().signed(owner.node(), ping());
    HttpCall second = new PeerRequest(FLEET, Fleet.secret()).signed(owner.node(), ping());
    String other = second.headers().get(second.headers().size() - 1);
    assertEquals(REFUSED, status(client, signed.edited("+" + other)), "two signatures");
  }

  @ParameterizedTest
  @CsvSource({
    "Authorization: Bearer another",
    "Mcp-Session-Id: node-b.another",
    "MCP-Protocol-Version: 2025-06-18",
    "Accept: text/event-stream",
    "-MCP-Protocol-Version",
  })
  void one_whose_head_was_changed_is_refused(String edit) {
    HttpCall changed = ofFleet().signed(owner.node(), ping()).edited(edit);
    try (HttpConnection connection = client.connect()) {
      int status = connection.send(changed, FLEET.heard(changed.revision())).status();
      // A token that is not known is refused before the signature is looked at.
      assertEquals(edit.startsWith("Authorization") ? 401 : REFUSED, status);
    }
  }

  @Test
  void one_whose_body_was_changed_is_refused() {
    HttpCall signed = ofFleet().signed(owner.node(), ping());
    HttpCall changed = signed.withBody(signed.body().replace("ping", "tools/list"));
    assertEquals(REFUSED, status(client, changed));
  }

  @Test
  void a_replayed_one_is_refused() {
    HttpCall signed = ofFleet().signed(owner.node(), ping());
    assertEquals(SERVED, status(client, signed));
    assertEquals(REFUSED, status(client, signed));
  }

  @Test
  void one_that_was_recorded_long_ago_is_refused() {
    assertEquals(REFUSED, status(client, ofFleet().before(31).signed(owner.node(), ping())));
    assertEquals(REFUSED, status(client, ofFleet().before(-40).signed(owner.node(), ping())));
    assertEquals(SERVED, status(client, ofFleet().before(10).signed(owner.node(), ping())));
  }

  @Test
  void one_for_another_replica_is_refused() {
    assertEquals(REFUSED, status(client, ofFleet().signed("node-c", ping())));
  }

  /** It names a session of a third replica, which would be asked if it were a client's. */
  @Test
  void one_is_not_passed_on_again() {
    Replica third = FLEET.replica("node-c");
    HttpCall signed = ofFleet().signed(third.node(), ping());
    assertEquals(SERVED, status(client.at(third), ping()), "a client's is passed on");
    assertEquals(UNKNOWN, status(client.at(third), signed));
  }

  /** Two replicas that each take the other for the owner would send it to and fro for ever. */
  @Test
  void a_client_cannot_make_requests_loop() {
    for (Replica replica : FLEET.replicas()) {
      for (String id :
          List.of("node-a.x", "node-b.x", "node-c.x", "node-x.x", ".", "node-a.node-b.x")) {
        HttpCall call = ping().header(HttpCall.SESSION_ID, id);
        assertEquals(UNKNOWN, status(client.at(replica), call), id + " at " + replica.node());
      }
    }
    assertTrue(FLEET.replicas().stream().allMatch(Replica::isRunning));
  }
}
