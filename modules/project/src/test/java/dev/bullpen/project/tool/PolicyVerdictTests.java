package dev.bullpen.project.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.tool.ToolPolicy.PolicyDecision;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyVerdictTests {
  private static final PolicyDecision NO_VERDICT =
      new PolicyDecision.Denied(
          -32603, "The project's policy could not be evaluated", Optional.empty());

  private static PolicyDecision verdict(int exitCode, String stdout) {
    return PolicyDecision.ofExit(exitCode, stdout.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void zero_allows_whatever_is_reported() {
    assertEquals(new PolicyDecision.Allowed(), verdict(0, "noise"));
  }

  @Test
  void one_denies_with_the_words_of_the_policy() throws JsonException {
    assertEquals(
        new PolicyDecision.Denied(-32000, "no", Optional.empty()),
        verdict(1, "{\"code\":-32000,\"message\":\"no\"}\n"));
    assertEquals(
        new PolicyDecision.Denied(7, "no", Optional.of(Json.parse("[1.50]"))),
        verdict(1, "{\"code\":7,\"message\":\"no\",\"data\":[1.50]}"));
    assertEquals(
        new PolicyDecision.Denied(8, "no", Optional.empty()),
        verdict(1, "{\"code\":7,\"message\":\"no\",\"code\":8}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no",
        "[]",
        "{}",
        "{\"code\":\"1\",\"message\":\"no\"}",
        "{\"code\":1.5,\"message\":\"no\"}",
        "{\"code\":1,\"message\":\"\"}",
        "{\"code\":1}",
        "{\"code\":1,\"message\":\"no\"} x"
      })
  void words_that_cannot_be_understood_allow_nothing(String stdout) {
    assertEquals(NO_VERDICT, verdict(1, stdout));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 2, 126, 127, 137, 255})
  void another_end_is_no_verdict(int exitCode) {
    assertEquals(NO_VERDICT, verdict(exitCode, "{\"code\":1,\"message\":\"no\"}"));
  }
}
