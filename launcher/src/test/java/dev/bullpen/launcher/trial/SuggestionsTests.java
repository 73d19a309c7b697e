package dev.bullpen.launcher.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.client.Completion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionsTests {
  private final List<String> asked = new ArrayList<>();
  private final Suggestions suggestions = new Suggestions(Listed.lists(), this::values);

  private List<String> values(Completion completion) {
    asked.add(Json.text(completion.params()));
    return List.of("Lisbon", "São Paulo");
  }

  private List<String> of(String... words) {
    return suggestions.of(List.of(words), words[words.length - 1]).stream()
        .map(Suggestions.Suggestion::value)
        .toList();
  }

  @Test
  void a_line_begins_with_a_word_or_a_tool() {
    assertEquals(
        List.of(
            "call", "read", "prompt", "list", "complete", "log", "help", "quit", "weather", "list"),
        of(""));
    assertEquals("Tells the weather", suggestions.of(List.of(""), "").get(8).description());
  }

  @Test
  void what_follows_a_word_is_of_its_kind() {
    assertEquals(List.of("weather", "list"), of("call", ""));
    assertEquals(List.of("plan"), of("prompt", ""));
    assertEquals(List.of("tools", "prompts", "resources", "templates"), of("list", ""));
    assertTrue(of("log", "").contains("warning"));
    assertEquals(List.of("country", "city"), of("complete", "plan", "--argument", ""));
  }

  @Test
  void a_tools_arguments_are_those_of_its_schema_that_are_not_given_yet() {
    assertEquals(List.of("--city", "--unit", "--deep", "--tags", "--pin"), of("weather", "--"));
    assertEquals(
        List.of("--deep", "--tags", "--pin"),
        of("call", "weather", "--city", "Bonn", "--unit=kelvin", "--tags", "a", "--"));
    assertEquals(List.of(), of("nothing", "--"));
  }

  @Test
  void a_schema_names_values() {
    assertEquals(List.of("celsius", "kelvin"), of("weather", "--unit", ""));
    assertEquals(List.of("--unit=celsius", "--unit=kelvin"), of("weather", "--unit=k"));
    assertEquals(List.of("true", "false"), of("weather", "--deep", ""));
    assertEquals(List.of("a", "b"), of("weather", "--tags", ""));
    assertEquals(List.of(), of("weather", "--city", ""));
  }

  @Test
  void the_server_completes_a_prompts_argument_and_gets_the_others() {
    assertEquals(
        List.of("Lisbon", "São Paulo"),
        of("prompt", "plan", "--country", "Portugal", "--city", "L"));
    assertEquals(
        List.of(
            "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"plan\"},"
                + "\"argument\":{\"name\":\"city\",\"value\":\"L\"},"
                + "\"context\":{\"arguments\":{\"country\":\"Portugal\"}}}"),
        asked);
  }

  @Test
  void the_server_completes_the_variables_of_a_template() {
    assertEquals(List.of("clock://now", "book://"), of("read", ""));
    assertFalse(suggestions.of(List.of("read", ""), "").get(1).isWhole());
    assertEquals(List.of(), asked);

    assertEquals(
        List.of("clock://now", "book://Lisbon/", "book://S%C3%A3o%20Paulo/"),
        of("read", "book://L"));
    assertEquals(
        List.of("clock://now", "book://a/Lisbon", "book://a/São Paulo"), of("read", "book://a/x"));
    assertTrue(asked.get(1).contains("\"argument\":{\"name\":\"page\",\"value\":\"x\"}"));
    assertTrue(asked.get(1).contains("\"context\":{\"arguments\":{\"shelf\":\"a\"}}"));
  }
}
