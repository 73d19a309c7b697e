package dev.bullpen.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ToolScripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** A script that waits for its client's answer is one process, of one replica. */
@Needs({"haproxy", "setsid"})
@Tag("promise")
class ParkedScriptTests {
  private static final Duration GONE_WITHIN = Duration.ofMillis(250);
  private static final Duration TOLD_WITHIN = Duration.ofSeconds(2);

  @AutoClose private static final Fleet FLEET = Fleet.start(Balancer.Kind.HAPROXY);

  private final Client client = FLEET.client(Fleet.ALICE);

  private static void assertAnswered(String token, Answer answer) {
    assertTrue(answer.text().startsWith(token), answer.message().toString());
  }

  @Test
  void an_answer_that_reaches_another_replica_goes_to_the_script_which_ran_once() {
    for (int round = 0; round < Size.repeat(1, 20); round++) {
      for (Replica asked : FLEET.replicas()) {
        for (Replica answered : FLEET.replicas()) {
          String token = FLEET.freshToken();
          ObjectNode params = Tools.params(Tools.ASKS, token);
          Answer asking = client.at(asked).answer(client.tool(params));
          Answer answer = client.at(answered).answer(client.retry(params, asking));
          assertAnswered(token, answer);
          assertTrue(answer.text().contains("Ann"), answer.message().toString());
          FLEET.ready(token, 1);
          assertEquals(List.of(asked.node()), FLEET.nodes(token));
        }
      }
    }
  }

  @Test
  void a_script_that_asks_by_ending_is_started_again_by_any_replica() {
    for (Replica answered : FLEET.replicas()) {
      String token = FLEET.freshToken();
      ObjectNode params = Tools.params(Tools.AGAIN, token);
      Answer asking = client.at(FLEET.replicas().get(0)).answer(client.tool(params));
      assertAnswered(token, client.at(answered).answer(client.retry(params, asking)));
      FLEET.ready(token, 1);
      assertEquals(List.of(answered.node()), FLEET.nodes(token));
    }
  }

  /** Its client has answered to another replica, and closes that connection. */
  @Test
  void a_close_travels_along_to_the_replica_that_runs_the_script() {
    List<Duration> gone = new ArrayList<>();
    for (int round = 0; round < Size.repeat(3, 100); round++) {
      Replica asked = FLEET.replicas().get(round % 3);
      Replica answered = FLEET.replicas().get((round + 1) % 3);
      String token = FLEET.freshToken();
      ObjectNode params = Tools.params(Tools.ASKS_FAMILY, token);
      Answer asking = client.at(asked).answer(client.tool(params));
      HttpConnection connection = client.at(answered).connect();
      client.send(connection, client.retry(params, asking));
      Job job = FLEET.ready(token, 1 + ToolScripts.FAMILY_MEMBERS);
      long left = System.nanoTime();
      connection.close();
      gone.add(FLEET.assertGone(job).since(left));
    }
    Percentiles percentiles =
        Percentiles.of(gone).report("client of a forwarded call gone, nothing left after");
    Mark.atMost("a forwarded call's end, p99", percentiles.p99(), GONE_WITHIN);
  }

  @Test
  void a_question_of_a_replica_that_is_gone_is_lost_and_its_client_is_told() {
    Replica lost = FLEET.replicas().get(0);
    Replica other = FLEET.replicas().get(1);
    ObjectNode params = Tools.params(Tools.ASKS, FLEET.freshToken());
    String kept = FLEET.freshToken();
    ObjectNode control = Tools.params(Tools.ASKS, kept);
    Answer asking = client.at(lost).answer(client.tool(params));
    Answer askingElsewhere = client.at(other).answer(client.tool(control));
    List<Proc> family = lost.family();
    lost.kill();
    try {
      long sent = System.nanoTime();
      Answer answer = client.at(other).answer(client.retry(params, asking));
      Mark.atMost("a lost question", Duration.ofNanos(System.nanoTime() - sent), TOLD_WITHIN);
      assertEquals(Optional.of("node-lost"), answer.reason(), answer.message().toString());
      assertFalse(answer.message().has("result"));
      Client bob = FLEET.client(Fleet.BOB).at(other);
      Answer his = bob.answer(bob.retry(params, asking));
      assertEquals(-32602, his.code().orElse(0), "he learns nothing: " + his.message());
      assertAnswered(kept, client.at(other).answer(client.retry(control, askingElsewhere)));
      lost.assertNothingLeft(family);
    } finally {
      lost.start();
      lost.awaitServing();
      FLEET.awaitBalanced(lost);
    }
    Answer late = client.at(other).answer(client.retry(params, asking));
    assertEquals(Optional.of("node-lost"), late.reason(), "its replica is another one now");
  }
}
