package dev.bullpen.server.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.job.FailureReason;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Answers that are kept, and repeated without a run. */
class CompletionKeepingTests extends CompletionAsking {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void without_a_time_to_live_nothing_is_kept() {
    ask(1).send();
    intake.get(0).begins().says("[\"a\"]");
    ask(2).send();
    assertEquals(2, intake.count());
    intake.get(1).begins().says("[\"a\"]");
    assertEquals(2, answers().size());
  }

  @Test
  void a_scripts_answer_is_repeated_until_it_is_too_old() {
    ask(1).kept(SECOND).send();
    intake.get(0).begins().says("[\"a\"]");
    now += SECOND.toNanos() - 1;
    ask(2).kept(SECOND).send();
    assertEquals(1, intake.count());
    now++;
    ask(3).kept(SECOND).send();
    assertEquals(2, intake.count());
    intake.get(1).begins().says("[\"b\"]");
    ask(4).kept(SECOND).send();
    assertEquals(Map.of(1, A, 2, A, 3, B, 4, B), answered());
  }

  @Test
  void it_is_kept_before_it_is_answered() {
    ask(1).kept(SECOND).send();
    ask(2).kept(SECOND).send();
    calls.get(1).cancel();
    intake.get(0).begins().says("[\"a\"]");
    ask(3).kept(SECOND).send();
    assertEquals(1, intake.count());
    assertEquals(Map.of(2, A, 3, A), answered());
  }

  @Test
  void an_answer_is_kept_for_the_input_that_the_script_got() {
    ask(1).kept(SECOND).send();
    intake.get(0).begins().says("[\"a\"]");
    List<Ask> others =
        List.of(
            ask(2).kept(SECOND).value("w"),
            ask(3).kept(SECOND).context("a", "b"),
            ask(4).kept(SECOND).limit(9),
            ask(5).kept(SECOND).page(5),
            ask(6).kept(SECOND).modern(),
            ask(7).kept(Duration.ofSeconds(2)));
    for (int i = 0; i < others.size(); i++) {
      others.get(i).send();
      assertEquals(i + 2, intake.count());
      intake.get(i + 1).begins().says("[\"b\"]");
    }
    ask(8).kept(SECOND).timeout(SECOND).send(); // the script does not get its time limit
    assertEquals(7, intake.count());
    assertEquals(8, answers().size());
  }

  @Test
  void failures_are_not_kept() {
    ask(1).kept(SECOND).send();
    intake.get(0).begins().exits(1);
    ask(2).kept(SECOND).send();
    intake.get(1).begins().says("no JSON");
    ask(3).kept(SECOND).send();
    intake.get(2).begins().fails(FailureReason.TIMEOUT);
    ask(4).kept(SECOND).send();
    intake.get(3).begins().says("[\"a\"]");
    Map<Integer, JsonNode> answers = answers();
    assertEquals("script-failed", answers.get(1).at("/error/data/reason").stringValue());
    assertEquals("script-output", answers.get(2).at("/error/data/reason").stringValue());
    assertEquals("timeout", answers.get(3).at("/error/data/reason").stringValue());
    assertEquals(A, completion(answers.get(4)));
  }

  @Test
  void a_change_of_the_project_ends_what_was_kept_and_what_is_under_way_is_not() {
    ask(1).kept(SECOND).send();
    intake.get(0).begins().says("[\"a\"]");
    ask(2).kept(SECOND).value("w").send();
    intake.get(1).begins();
    runs.forget();
    ask(3).kept(SECOND).send();
    ask(4).kept(SECOND).value("w").send();
    assertEquals(4, intake.count(), "the kept one is gone, and the one under way is not joined");
    intake.get(1).says("[\"a\"]");
    intake.get(3).begins().says("[\"b\"]");
    ask(5).kept(SECOND).value("w").send();
    assertEquals(4, intake.count());
    Map<Integer, JsonNode> answers = answers();
    assertEquals(A, completion(answers.get(1)));
    assertEquals(A, completion(answers.get(2)));
    assertTrue(isSuperseded(answers.get(3)));
    assertEquals(B, completion(answers.get(4)));
    assertEquals(B, completion(answers.get(5)));
  }

  @Test
  void a_script_that_has_changed_is_asked_itself() throws IOException {
    ask(1).kept(SECOND).send();
    intake.get(0).begins().says("[\"a\"]");
    Files.writeString(script, "#!/bin/sh\n# changed\n");
    ask(2).kept(SECOND).send();
    assertEquals(2, intake.count());
    intake.get(1).begins().says("[\"b\"]");
    Files.delete(script);
    ask(3).kept(SECOND).send();
    assertEquals(3, intake.count());
    intake.get(2).begins().says("[\"b\"]");
    ask(4).kept(SECOND).send();
    assertEquals(4, intake.count(), "of a script that cannot be read nothing is kept");
    intake.get(3).begins().says("[\"b\"]");
    assertEquals(Map.of(1, A, 2, B, 3, B, 4, B), answered());
  }

  @Test
  void what_is_kept_supersedes_too() {
    ask(1).kept(SECOND).value("a").send();
    intake.get(0).begins().says("[\"a\"]");
    ask(2).kept(SECOND).value("ab").send();
    ask(3).kept(SECOND).value("a").send();
    assertTrue(intake.get(1).isWithdrawn());
    Map<Integer, JsonNode> answers = answers();
    assertTrue(isSuperseded(answers.get(2)));
    assertEquals(A, completion(answers.get(3)));
  }
}
