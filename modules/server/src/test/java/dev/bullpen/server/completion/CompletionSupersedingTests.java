package dev.bullpen.server.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.client.Principal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Who need not be answered, because the user has typed on. */
class CompletionSupersedingTests extends CompletionAsking {
  @Test
  void a_newer_value_supersedes_one_that_waits() {
    ask(1).value("a").send();
    ask(2).value("a").send();
    ask(3).value("ab").send();
    assertTrue(intake.get(0).isWithdrawn());
    intake.get(1).begins().says("[\"a\"]");
    Map<Integer, JsonNode> answers = answers();
    assertTrue(isSuperseded(answers.get(1)), answers.get(1).toString());
    assertTrue(isSuperseded(answers.get(2)), answers.get(2).toString());
    assertEquals(A, completion(answers.get(3)));
  }

  @Test
  void a_newer_value_leaves_one_alone_that_runs() {
    ask(1).value("a").send();
    intake.get(0).begins();
    ask(2).value("ab").send();
    ask(3).value("abc").send();
    assertTrue(intake.get(1).isWithdrawn());
    intake.get(0).says("[\"a\"]");
    intake.get(2).begins().says("[\"b\"]");
    Map<Integer, JsonNode> answers = answers();
    assertEquals(A, completion(answers.get(1)));
    assertTrue(isSuperseded(answers.get(2)));
    assertEquals(B, completion(answers.get(3)));
  }

  @Test
  void who_goes_back_to_a_value_that_runs_supersedes_the_one_between() {
    ask(1).value("a").send();
    intake.get(0).begins();
    ask(2).value("ab").send();
    ask(3).value("a").send();
    intake.get(0).says("[\"a\"]");
    assertEquals(2, intake.count());
    Map<Integer, JsonNode> answers = answers();
    assertEquals(A, completion(answers.get(1)));
    assertTrue(isSuperseded(answers.get(2)));
    assertEquals(A, completion(answers.get(3)));
  }

  @Test
  void who_goes_back_to_a_value_just_as_it_is_superseded_is_answered() {
    ask(1).value("a").send();
    intake.get(0).whenWithdrawn(() -> ask(3).value("a").send());
    ask(2).value("ab").send();
    assertEquals(3, intake.count());
    intake.get(1).begins().says("[\"a\"]");
    intake.get(2).begins().says("[\"b\"]");
    Map<Integer, JsonNode> answers = answers();
    assertTrue(isSuperseded(answers.get(1)));
    assertEquals(B, completion(answers.get(2)));
    assertEquals(A, completion(answers.get(3)));
  }

  @Test
  void another_client_supersedes_nothing_and_shares_what_runs_with_its_own_principal_only() {
    Client other = Calls.client(Wire.reading());
    Client stranger = Calls.client(Wire.reading(), new Principal("stranger", true));
    ask(1).value("a").send();
    ask(2).value("ab").by(Calls.client(Wire.reading())).send();
    ask(3).value("a").by(other).send();
    ask(4).value("a").by(stranger).send();
    assertEquals(3, intake.count(), "1 and 3 share a run");
    intake.get(0).begins().says("[\"a\"]");
    intake.get(1).begins().says("[\"b\"]");
    intake.get(2).begins().says("[\"b\"]");
    Map<Integer, JsonNode> answers = answers();
    assertEquals(A, completion(answers.get(1)));
    assertEquals(B, completion(answers.get(2)));
    assertEquals(A, completion(answers.get(3)));
    assertEquals(B, completion(answers.get(4)));
  }

  @Test
  void a_run_that_another_client_has_joined_goes_on_when_the_first_types_on() {
    ask(1).value("a").send();
    ask(3).value("a").by(Calls.client(Wire.reading())).send();
    ask(2)
        .value("ab")
        .send(); // overtaken by the other client's, which is no newer value of its own
    intake.get(0).begins().says("[\"a\"]");
    intake.get(1).begins().says("[\"b\"]");
    assertEquals(Map.of(1, A, 2, B, 3, A), answered());
  }

  @Test
  void other_fields_are_left_alone() {
    ask(1).value("a").send();
    ask(2).value("b").argument("other").send();
    ask(3).value("b").context("language", "java").send();
    ask(4).value("b").modern().send();
    for (int i = 0; i < 4; i++) {
      intake.get(i).begins().says("[\"a\"]");
    }
    assertEquals(Map.of(1, A, 2, A, 3, A, 4, A), answered());
  }

  @Test
  void further_pages_neither_supersede_nor_are_superseded() {
    ask(1).value("a").send();
    ask(2).value("b").page(5).send();
    ask(3).value("a").page(5).send();
    ask(4).value("a").send();
    ask(5).value("c").send();
    assertTrue(intake.get(0).isWithdrawn());
    intake.get(1).begins().says("[\"a\"]");
    intake.get(2).begins().says("[\"a\"]");
    intake.get(3).begins().says("[\"a\"]");
    Map<Integer, JsonNode> answers = answers();
    assertTrue(isSuperseded(answers.get(1)));
    assertTrue(isSuperseded(answers.get(4)));
    for (int id : new int[] {2, 3, 5}) {
      assertEquals(1, answers.get(id).at("/result/completion/values").size());
      assertFalse(isSuperseded(answers.get(id)));
    }
  }

  @Test
  void a_request_that_was_overtaken_on_its_way_is_the_older_one() {
    ask(1).value("abc").order(3).send();
    ask(2).value("ab").order(2).send();
    assertEquals(1, intake.count());
    intake.get(0).begins().says("[\"a\"]");
    Map<Integer, JsonNode> answers = answers();
    assertEquals(A, completion(answers.get(1)));
    assertTrue(isSuperseded(answers.get(2)));
  }

  @Test
  void of_those_who_wait_for_a_superseded_run_the_cancelled_are_not_answered() {
    ask(1).value("a").send();
    ask(2).value("a").send();
    calls.get(1).cancel();
    ask(3).value("ab").send();
    intake.get(1).begins().says("[\"a\"]");
    assertEquals(Map.of(2, "{'values':[],'hasMore':true}", 3, A), answered());
  }
}
