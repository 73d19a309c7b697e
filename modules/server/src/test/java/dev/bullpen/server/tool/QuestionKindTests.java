package dev.bullpen.server.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.json.Json;
import org.junit.jupiter.api.Test;

class QuestionKindTests {
  @Test
  void a_script_is_told_why_its_question_was_put_to_nobody() {
    assertEquals(
        "{\"action\":\"decline\",\"content\":null,\"message\":\"the client asks nobody in this way\"}",
        Json.text(QuestionKind.ELICIT.unsupported()));
    assertEquals(
        "{\"action\":\"error\",\"content\":null,\"message\":\"no\"}",
        Json.text(QuestionKind.ELICIT.failed("no")));
  }
}
