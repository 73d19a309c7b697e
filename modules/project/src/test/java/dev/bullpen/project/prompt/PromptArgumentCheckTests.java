package dev.bullpen.project.prompt;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.completion.CompletionSource.Values;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.script.ScriptLimits;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class PromptArgumentCheckTests {
  private static final Prompt PROMPT =
      prompt(
          Optional.of(
              List.of(
                  new PromptArgument("who", Optional.empty(), true, Values.of(List.of("a"))),
                  new PromptArgument("how", Optional.empty(), false, Values.NONE))));

  private static Prompt prompt(Optional<List<PromptArgument>> arguments) {
    return new Prompt(
        "p",
        "p.txt",
        false,
        "user",
        arguments,
        Optional.empty(),
        Json.object(),
        ScriptLimits.NONE,
        Json.object());
  }

  private static ObjectNode json(String text) throws JsonException {
    return (ObjectNode) Json.parse(text);
  }

  private static String refusal(Prompt prompt, ObjectNode arguments) {
    RefusedException e =
        assertThrows(RefusedException.class, () -> PromptGets.check(prompt, arguments));
    assertTrue(e.isInvalid());
    assertEquals(e.getMessage(), e.detail());
    return e.getMessage();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"who\":\"x\"}",
        "{\"who\":\"\"}",
        "{\"who\":\"not among the values\",\"how\":\"y\"}",
        "{\"undeclared\":\"z\",\"who\":\"x\",\"\":\"\"}"
      })
  void strings_that_lack_nothing_required_are_taken(String arguments) throws Exception {
    PromptGets.check(PROMPT, json(arguments));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | Missing required argument 'who'",
        "{\"how\":\"y\",\"Who\":\"x\"} | Missing required argument 'who'",
        "{\"who\":1} | Argument 'who' must be a string",
        "{\"who\":null} | Argument 'who' must be a string",
        "{\"who\":true} | Argument 'who' must be a string",
        "{\"who\":[\"x\"]} | Argument 'who' must be a string",
        "{\"who\":{\"x\":\"y\"}} | Argument 'who' must be a string",
        "{\"who\":\"x\",\"how\":2.50} | Argument 'how' must be a string",
        "{\"who\":\"x\",\"other\\n\":3} | Argument 'other\\n' must be a string"
      })
  void other_arguments_are_the_clients_fault_and_named(String arguments, String message)
      throws Exception {
    assertEquals(message, refusal(PROMPT, json(arguments)));
  }

  @Test
  void a_prompt_that_declares_nothing_takes_any_strings() throws Exception {
    PromptGets.check(prompt(Optional.empty()), json("{\"a\":\"b\"}"));
    PromptGets.check(prompt(Optional.of(List.of())), Json.object());
    assertEquals(
        "Argument 'a' must be a string", refusal(prompt(Optional.empty()), json("{\"a\":1}")));
  }

  @ParameterizedTest
  @CsvSource({"-1, false", "0, false", "1, true"})
  void names_and_values_are_bounded_together(int beyond, boolean refused) {
    ObjectNode arguments = Json.object();
    // who, x, how and one character of two bytes are nine bytes.
    arguments.put("who", "x");
    arguments.put("how", "é" + "v".repeat(PromptGets.MAX_ARGUMENT_BYTES - 9 + beyond));
    if (refused) {
      String message = refusal(PROMPT, arguments);
      assertTrue(message.contains("more than 1048576 bytes"), message);
    } else {
      assertDoesNotThrow(() -> PromptGets.check(PROMPT, arguments));
    }
  }
}
