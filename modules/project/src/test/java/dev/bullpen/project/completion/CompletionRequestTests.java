package dev.bullpen.project.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.completion.CompletionRequest.CompletionArguments;
import dev.bullpen.project.completion.CompletionRequest.CompletionLimit;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef;
import dev.bullpen.project.file.Fingerprint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class CompletionRequestTests {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "re",
        "a\"b\\c",
        "a/b",
        "\u0000\n\t\u007f",
        "\u00e9",
        "\ud83d\ude00",
        "\ud83d"
      })
  void whatever_is_typed_is_passed_as_it_is(String typed) throws JsonException {
    ObjectNode ref = Json.object().put("type", "ref/prompt").put("name", typed).put("\"", 1);
    Map<String, String> context = new LinkedHashMap<>();
    context.put("z\"", typed);
    context.put("a", "1");
    CompletionArguments arguments =
        CompletionArguments.of(
            new CompletionRequest(
                new CompletionRef.OfPrompt(typed),
                ref,
                "name" + typed,
                typed,
                context,
                CompletionLimit.NONE));

    ObjectNode expected = Json.object().put("query", typed).put("prefix", typed);
    expected.set("argument", Json.object().put("name", "name" + typed).put("value", typed));
    ObjectNode known = Json.object().put("z\"", typed).put("a", "1");
    expected.set("context", Json.object().set("arguments", known));
    expected.set("ref", Json.ordered(ref));
    assertEquals(Json.text(expected), Json.text(Json.parse(arguments.json())));
    assertEquals(
        List.of("query", "prefix", "argument", "context", "ref"),
        List.copyOf(Json.parse(arguments.json()).propertyNames()));
    assertEquals(Fingerprint.sha256(Json.bytes(Json.ordered(expected))), arguments.hash());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 99, CompletionLimit.MAX})
  void what_is_asked_for_is_passed_and_cut(int asked) {
    CompletionLimit limit = new CompletionLimit(OptionalInt.of(asked));
    assertEquals(asked, limit.requested());
    assertEquals(asked, limit.cut());
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, CompletionLimit.MAX + 1})
  void none_is_outside_the_range(int asked) {
    OptionalInt outside = OptionalInt.of(asked);
    assertThrows(IllegalArgumentException.class, () -> new CompletionLimit(outside));
  }

  @Test
  void where_nothing_is_asked_for_little_is_requested_and_only_what_must_be_is_cut() {
    assertEquals(CompletionLimit.DEFAULT_REQUESTED, CompletionLimit.NONE.requested());
    assertEquals(CompletionLimit.MAX, CompletionLimit.NONE.cut());
  }
}
