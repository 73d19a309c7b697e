package dev.bullpen.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.fleet.PeerRequest.Reply;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.fixture.Needs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/**
 * Fleet keys are replaced in three steps: the new one is added as the second, then it is the first,
 * then the old one is taken out. What was sealed is opened at every step, by every replica.
 */
@Needs({"haproxy", "setsid"})
class KeyRotationTests {
  private static final int SERVED = 200;
  private static final int REFUSED = 403;

  /** A call that waits for an answer. */
  private record Asked(ObjectNode params, String token, Answer asking) {}

  @Test
  void no_sealed_state_is_refused_while_keys_are_replaced_and_a_replica_is_restarted() {
    try (Fleet fleet = Fleet.start(Balancer.Kind.HAPROXY)) {
      Client client = fleet.client(Fleet.ALICE);
      for (int round = 0; round < Size.repeat(1, 20); round++) {
        String before = fleet.keys().get(0);
        String after = Fleet.secret();
        Load load = Load.begin(fleet, 2);
        List<Asked> first =
            ask(fleet, client, Tools.AGAIN); // a script that waits does not outlive its replica
        fleet.setKeys(List.of(before, after));
        awaitRead(fleet);
        restart(fleet, fleet.replicas().get(round % 3));
        List<Asked> second = ask(fleet, client, Tools.ASKS, Tools.AGAIN);
        fleet.setKeys(List.of(after, before));
        awaitRead(fleet);
        answer(fleet, client, first, Tools.AGAIN);
        answer(fleet, client, second, Tools.AGAIN);
        answer(fleet, client, second, Tools.ASKS);
        List<Asked> third = ask(fleet, client, Tools.ASKS, Tools.AGAIN);
        fleet.setKeys(List.of(after));
        awaitRead(fleet, before);
        answer(fleet, client, third, Tools.AGAIN);
        answer(fleet, client, third, Tools.ASKS);
        control_without_its_key_a_state_is_refused(fleet, client, first);
        assertEquals(List.of(), Load.failures(load.end()), fleet::logs);
      }
    }
  }

  private static void restart(Fleet fleet, Replica replica) {
    assertEquals(0, replica.end(), replica::log);
    replica.start();
    replica.awaitServing();
    fleet.awaitBalanced(replica);
  }

  /** A question of each of these at each replica. */
  private static List<Asked> ask(Fleet fleet, Client client, String... tools) {
    List<Asked> all = new ArrayList<>();
    for (Replica replica : fleet.replicas()) {
      for (String tool : tools) {
        String token = fleet.freshToken();
        ObjectNode params = Tools.params(tool, token);
        Answer asking = client.at(replica).answer(client.tool(params));
        assertTrue(asking.asksForMore(), asking.message().toString());
        all.add(new Asked(params, token, asking));
      }
    }
    return all;
  }

  /** Answer those of a tool, each at the replica after the one that has asked. */
  private static void answer(Fleet fleet, Client client, List<Asked> asked, String tool) {
    for (int i = 0; i < asked.size(); i++) {
      Asked one = asked.get(i);
      if (one.params.path("name").asString("").equals(tool)) {
        Replica next = fleet.replicas().get((i + 1) % 3);
        Answer answer = client.at(next).answer(client.retry(one.params, one.asking));
        assertTrue(answer.text().startsWith(one.token), answer.message().toString());
      }
    }
  }

  /**
   * Wait until each replica has read the keys: it uses the first, accepts the others, and refuses
   * those that are gone. It reads its file again within a second, when something is asked of it.
   */
  private static void awaitRead(Fleet fleet, String... gone) {
    for (Replica replica : fleet.replicas()) {
      assertTrue(
          Poll.until(Deadline.in(McpClient.PATIENCE), () -> hasRead(fleet, replica, List.of(gone))),
          () -> replica.node() + " has not read its keys\n" + replica.log());
    }
  }

  private static boolean hasRead(Fleet fleet, Replica replica, List<String> gone) {
    List<String> keys = fleet.keys();
    return asked(fleet, keys.get(0), replica).equals(new Reply(SERVED, true))
        && keys.stream().allMatch(key -> asked(fleet, key, replica).status() == SERVED)
        && gone.stream().allMatch(key -> asked(fleet, key, replica).status() == REFUSED);
  }

  private static Reply asked(Fleet fleet, String key, Replica replica) {
    return new PeerRequest(fleet, key).to(replica);
  }

  private static void control_without_its_key_a_state_is_refused(
      Fleet fleet, Client client, List<Asked> first) {
    Asked again =
        first.stream()
            .filter(one -> one.params.path("name").asString("").equals(Tools.AGAIN))
            .findFirst()
            .orElseThrow();
    for (Replica replica : fleet.replicas()) {
      Answer answer = client.at(replica).answer(client.retry(again.params, again.asking));
      assertEquals(-32602, answer.code().orElse(0), answer.message().toString());
    }
  }
}
