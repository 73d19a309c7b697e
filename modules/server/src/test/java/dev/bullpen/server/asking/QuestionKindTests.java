package dev.bullpen.server.asking;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.json.Json;
import org.junit.jupiter.api.Test;

class QuestionKindTests {
  @Test
  void a_script_gets_the_reason_why_no_client_was_asked() {
    assertEquals(
        "{\"action\":\"decline\",\"content\":null,\"message\":\"the client lacks the capability elicitation.url, so its user cannot be asked\"}",
        Json.text(QuestionKind.ELICIT.unsupported("elicitation.url")));
    assertEquals(
        "{\"action\":\"error\",\"content\":null,\"message\":\"no\"}",
        Json.text(QuestionKind.ELICIT.failed("no")));
  }
}
