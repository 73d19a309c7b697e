package dev.bullpen.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.fleet.Client.Session;
import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.Rounds;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * What belongs to one principal does not exist for another, on any replica: it is answered as what
 * was never there.
 */
@Needs("haproxy")
@Tag("promise")
class StrangerTests {
  @AutoClose private static final Fleet FLEET = Fleet.start(Balancer.Kind.HAPROXY);

  private final Client alice = FLEET.client(Fleet.ALICE);
  private final Client bob = FLEET.client(Fleet.BOB);

  /** Status and body of an answer, without the id of its request. */
  private static String said(Client client, HttpCall call) {
    try (HttpConnection connection = client.connect()) {
      HttpReply reply = client.send(connection, call);
      return reply.status() + " " + reply.body().replaceAll("\"id\":\\d+,?", "");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "GET", "DELETE"})
  void a_session_of_another_principal_is_answered_as_an_unknown_one(String method) {
    for (Replica owner : FLEET.replicas()) {
      Session session = alice.at(owner).session();
      Session unknown =
          new Session(bob, session.id().substring(0, session.id().length() - 8) + "xxxxxxxx");
      for (Replica replica : FLEET.replicas()) {
        String heard = said(bob.at(replica), request(session, method));
        assertEquals(said(bob.at(replica), request(unknown, method)), heard);
        assertTrue(heard.startsWith("404 "), heard);
      }
      Replica other = FLEET.replicas().get((FLEET.replicas().indexOf(owner) + 1) % 3);
      assertTrue(
          said(alice.at(other), request(session, "POST")).startsWith("200 "), "it is still hers");
    }
  }

  private static HttpCall request(Session session, String method) {
    return method.equals("POST") ? session.request("ping", Json.object()) : session.bare(method);
  }

  @ParameterizedTest
  @ValueSource(strings = {Tools.ASKS, Tools.AGAIN})
  void a_state_of_another_principal_is_answered_as_one_that_was_never_sealed(String tool) {
    for (Replica owner : FLEET.replicas()) {
      String token = FLEET.freshToken();
      ObjectNode params = Tools.params(tool, token);
      Answer asking = alice.at(owner).answer(alice.tool(params));
      String question = Rounds.question(asking).getKey();
      String state = Rounds.state(asking);
      String changed =
          state.substring(0, state.length() - 4) + (state.endsWith("AAAA") ? "BBBB" : "AAAA");
      for (Replica replica : FLEET.replicas()) {
        String heard = said(bob.at(replica), bob.retry(params, question, state));
        assertEquals(said(bob.at(replica), bob.retry(params, question, changed)), heard);
        assertTrue(heard.contains("-32602"), heard);
        for (HttpCall other :
            List.of(
                alice.retry(params, question, changed),
                alice.retry(Tools.params(Tools.QUICK, token), question, state),
                alice.retry(Tools.params(tool, token + "x"), question, state))) {
          String refused = said(alice.at(replica), other);
          assertEquals(heard, refused, "changed, of another tool, with other arguments");
        }
      }
      if (tool.equals(Tools.ASKS)) {
        FLEET.ready(token, 1);
      }
      assertEquals(tool.equals(Tools.ASKS) ? List.of(owner.node()) : List.of(), FLEET.nodes(token));
      Replica other = FLEET.replicas().get((FLEET.replicas().indexOf(owner) + 1) % 3);
      Answer answer = alice.at(other).answer(alice.retry(params, asking));
      assertTrue(answer.text().startsWith(token), "it is still hers: " + answer.message());
    }
  }

  /** The name of a node opens nothing: it stands in front of every id. */
  @Test
  void a_state_that_names_another_node_is_not_opened() {
    ObjectNode params = Tools.params(Tools.ASKS, FLEET.freshToken());
    Answer asking = alice.at(FLEET.replica("node-a")).answer(alice.tool(params));
    String question = Rounds.question(asking).getKey();
    String state = Rounds.state(asking);
    String renamed = state.replace("node-a", "node-b");
    assertNotEquals(state, renamed, "it names its node");
    for (Replica replica : FLEET.replicas()) {
      String heard = said(alice.at(replica), alice.retry(params, question, renamed));
      assertTrue(heard.contains("-32602"), heard);
    }
    assertTrue(alice.answer(alice.retry(params, asking)).text().contains("Ann"));
  }
}
