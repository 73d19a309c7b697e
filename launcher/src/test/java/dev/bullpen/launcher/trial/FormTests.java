package dev.bullpen.launcher.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.ask.Progress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FormTests {
  private static final String PARTY =
      """
      {"message": "Who comes?", "requestedSchema": {"required": ["guests"], "properties": {
        "guests": {"type": "integer"}, "name": {"type": "string"}}}}
      """;

  /** A person who has decided beforehand. */
  private static final class Person implements Screen {
    private final List<String> seen = new ArrayList<>();
    private final Deque<Reply> replies = new ArrayDeque<>();

    Person types(String text) {
      replies.add(new Reply(Outcome.TYPED, text));
      return this;
    }

    Person does(Outcome outcome) {
      replies.add(new Reply(outcome, ""));
      return this;
    }

    String fills(String params) throws Exception {
      return Json.text(new Form(this).fill(Json.parse(params)));
    }

    @Override
    public Reply ask(Field field) {
      return replies.remove();
    }

    @Override
    public void said(String line) {
      seen.add(line);
    }

    @Override
    public Optional<List<String>> read() {
      return Optional.empty();
    }

    @Override
    public void progress(Progress progress) {}
  }

  @Test
  void each_value_is_asked_for_until_it_fits() throws Exception {
    Person person = new Person().types("many").types("3").types("");

    assertEquals("{\"action\":\"accept\",\"content\":{\"guests\":3}}", person.fills(PARTY));
    assertEquals("? Who comes?", person.seen.get(0));
    assertTrue(person.seen.contains("  Type a whole number."), person.seen.toString());
  }

  @Test
  void to_decline_and_to_give_up_are_answers_too() throws Exception {
    assertEquals(
        "{\"action\":\"decline\"}", new Person().does(Screen.Outcome.DECLINED).fills(PARTY));
    assertEquals(
        "{\"action\":\"cancel\"}",
        new Person().types("3").does(Screen.Outcome.CANCELLED).fills(PARTY));
  }

  @Test
  void a_question_without_values_is_agreed_to_or_declined() throws Exception {
    String bare = "{\"message\": \"Go on?\", \"requestedSchema\": {\"properties\": {}}}";

    assertEquals("{\"action\":\"accept\",\"content\":{}}", new Person().types("y").fills(bare));
    assertEquals("{\"action\":\"decline\"}", new Person().types("n").fills(bare));
    assertEquals(
        "{\"action\":\"decline\"}", new Person().does(Screen.Outcome.CANCELLED).fills(bare));
  }
}
