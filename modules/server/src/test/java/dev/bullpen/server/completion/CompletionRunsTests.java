package dev.bullpen.server.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.fuzz.Rounds;
import dev.bullpen.json.Json;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.line.WaterMarks;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Intake;
import dev.bullpen.server.call.Wire;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Who shares a run with whom. */
class CompletionRunsTests extends CompletionAsking {
  @Test
  void equal_requests_in_flight_are_answered_by_one_run() {
    ask(1).send();
    ask(2).send();
    intake.get(0).begins();
    ask(3).send();
    assertEquals(1, intake.count());
    intake.get(0).says("[\"a\"]");
    Map<Integer, JsonNode> answers = answers();
    assertEquals(3, answers.size());
    answers.values().forEach(answer -> assertEquals(A, completion(answer)));
  }

  @Test
  void a_run_of_a_client_that_does_not_read_is_not_shared() throws Exception {
    Wire unread = Wire.stopped(new WaterMarks(100, 50), () -> {});
    ask(1).by(Calls.client(unread)).send();
    ask(2).send();
    assertEquals(1, intake.count());
    unread.writer().send(JsonRpc.line(Json.object()));
    unread.awaitBlocked();
    unread.writer().send(JsonRpc.line(Json.object().put("padding", "x".repeat(200))));
    ask(3).send();
    assertEquals(2, intake.count());
    intake.get(1).begins().says("[\"a\"]");
    intake.get(0).begins().says("[\"a\"]");
    assertEquals(Map.of(1, A, 2, A, 3, A), answered());
    unread.readOn();
  }

  @Test
  void after_its_end_a_run_is_not_shared_any_more() {
    ask(1).send();
    intake.get(0).begins().says("[\"a\"]");
    ask(2).send();
    intake.get(1).begins().says("[\"b\"]");
    Map<Integer, JsonNode> answers = answers();
    assertEquals(A, completion(answers.get(1)));
    assertEquals(B, completion(answers.get(2)));
  }

  @Test
  void requests_are_answered_if_their_job_cannot_be_handed_in() {
    intake.breaks();
    ask(1).send();
    ask(2).send();
    Map<Integer, JsonNode> answers = answers();
    assertEquals(2, answers.size());
    answers.values().forEach(answer -> assertTrue(answer.has("error"), answer.toString()));
    assertEquals(0, runs.fields());
  }

  @Test
  void each_request_has_its_own_cut_of_the_same_output() {
    ask(1).send();
    ask(2).limit(5).send(); // the script's default
    assertEquals(1, intake.count());
    intake.get(0).begins().says("[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\"]");
    Map<Integer, JsonNode> answers = answers();
    assertEquals(6, answers.get(1).at("/result/completion/values").size());
    assertEquals(5, answers.get(2).at("/result/completion/values").size());
    assertTrue(answers.get(2).at("/result/completion/hasMore").booleanValue());
  }

  @Test
  void another_input_for_the_script_is_another_run() {
    ask(1).send();
    ask(2).limit(6).send();
    ask(3).page(5).send();
    ask(4).context("a", "b").send();
    ask(5).context("a", "c").send();
    ask(6).argument("other").send();
    ask(7).modern().send();
    ask(8).timeout(Duration.ofSeconds(1)).send();
    assertEquals(8, intake.count());
    for (int i = 0; i < 8; i++) {
      intake.get(i).begins().says("[\"a\"]");
    }
    assertEquals(8, answers().size());
  }

  private void askForTwoOfWhichOneFails() {
    ask(1).send();
    ask(2).send();
    calls
        .get(1)
        .replaceOnEnd(
            () -> {
              throw new NoClassDefFoundError("as the test wants it");
            });
  }

  @Test
  void an_answer_that_fails_takes_no_other_with_it() {
    askForTwoOfWhichOneFails();
    intake.get(0).begins().says("[\"a\"]");
    assertEquals(Map.of(1, A, 2, A), answered());
  }

  @Test
  void a_failure_answers_all_requests_that_wait() {
    ask(1).send();
    ask(2).send();
    intake.get(0).begins().fails(FailureReason.TIMEOUT);
    Map<Integer, JsonNode> answers = answers();
    assertEquals("timeout", answers.get(1).at("/error/data/reason").stringValue());
    assertEquals("timeout", answers.get(2).at("/error/data/reason").stringValue());
  }

  @Test
  void a_job_that_is_refused_at_once_leaves_nothing() {
    intake.refuse();
    ask(1).send();
    ask(2).send();
    Map<Integer, JsonNode> answers = answers();
    assertEquals("busy", answers.get(1).at("/error/data/reason").stringValue());
    assertEquals("busy", answers.get(2).at("/error/data/reason").stringValue());
  }

  @Test
  void a_job_goes_on_until_the_last_who_waits_is_cancelled() {
    ask(1).send();
    ask(2).send();
    ask(3).send();
    calls.get(1).cancel();
    calls.get(3).cancel();
    assertFalse(intake.get(0).isCancelled());
    intake.get(0).begins().says("[\"a\"]");
    assertEquals(Map.of(2, A), answered());
  }

  @Test
  void the_cancel_of_the_last_request_ends_the_job_and_no_request_can_join_it() {
    ask(1).send();
    ask(2).send();
    intake.get(0).begins();
    calls.get(1).cancel();
    calls.get(2).cancel();
    assertTrue(intake.get(0).isCancelled());
    ask(3).send();
    assertEquals(2, intake.count());
    intake.get(1).begins().says("[\"a\"]");
    assertEquals(Map.of(3, A), answered());
  }

  @Test
  void one_that_was_cancelled_before_starts_nothing() {
    ask(1).cancelledBefore().send();
    assertEquals(0, intake.count());
    assertEquals(Map.of(), answered());
  }

  @Test
  void each_request_has_one_answer_however_joins_cancels_and_ends_cross() throws Exception {
    int rounds = Rounds.of(100, 500);
    for (int i = 0; i < rounds; i++) {
      int first = 2 * i + 1;
      ask(first).value("v" + i).send();
      Intake.Entry job = intake.get(intake.count() - 1).begins();
      Thread ends = new Thread(() -> job.says("[\"a\"]"));
      Call cancelled = calls.get(first);
      Thread cancels = new Thread(cancelled::cancel);
      ends.start();
      cancels.start();
      ask(first + 1).value("v" + i).send();
      ends.join();
      cancels.join();
      Intake.Entry last = intake.get(intake.count() - 1);
      if (last != job) {
        last.begins().says("[\"a\"]");
      }
    }
    Map<Integer, JsonNode> answers = answers();
    for (int i = 0; i < rounds; i++) {
      assertTrue(answers.containsKey(2 * i + 2), "request " + (2 * i + 2));
    }
    assertTrue(table.awaitNone(Duration.ZERO));
  }

  @Test
  void nor_does_a_refusal_that_fails() {
    askForTwoOfWhichOneFails();
    intake.get(0).begins().fails(FailureReason.TIMEOUT);
    assertEquals(Set.of(1, 2), answers().keySet());
  }
}
