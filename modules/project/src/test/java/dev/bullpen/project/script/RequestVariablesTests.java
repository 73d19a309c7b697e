package dev.bullpen.project.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class RequestVariablesTests {
  private static Map<String, String> variables(ObjectNode arguments) {
    return variables(arguments, List.of());
  }

  private static Map<String, String> variables(ObjectNode arguments, List<String> declared) {
    RequestVariables variables = new RequestVariables(0);
    variables.arguments(arguments, declared);
    return variables.environment();
  }

  private static Map<String, String> variables(String arguments) throws JsonException {
    return variables((ObjectNode) Json.parse(arguments));
  }

  @Test
  void scalars_are_passed_as_they_were_written() throws JsonException {
    Map<String, String> expected = new HashMap<>();
    expected.put("MCP_ARG_TEXT", " two\nlines \"\\ ");
    expected.put("MCP_ARG_EMPTY", "");
    expected.put("MCP_ARG_INT", "12345678901234567890");
    expected.put("MCP_ARG_FRACTION", "1.50");
    expected.put("MCP_ARG_SMALL", "0.0000001");
    expected.put("MCP_ARG_LARGE", "1e5");
    expected.put("MCP_ARG_ZERO", "-0");
    expected.put("MCP_ARG_YES", "true");
    expected.put("MCP_ARG_NO", "false");
    assertEquals(
        expected,
        variables(
            "{\"text\":\" two\\nlines \\\"\\\\ \",\"empty\":\"\",\"int\":12345678901234567890,"
                + "\"fraction\":1.50,\"small\":0.0000001,\"large\":1e5,\"zero\":-0,\"yes\":true,\"no\":false}"));
  }

  @Test
  void what_is_no_scalar_is_left_to_the_json() throws JsonException {
    assertEquals(Map.of(), variables("{\"a\":null,\"b\":[],\"c\":[1],\"d\":{},\"\":1}"));
  }

  @ParameterizedTest
  @CsvSource({
    "dry-run, DRY_RUN",
    "maxItems, MAXITEMS",
    "with-dash.and dot, WITH_DASH_AND_DOT",
    "_x, _X",
    "9, 9",
    "\u00e9t\u00e9, _T_",
    "\uD83D\uDE00, _",
    "a=b, A_B",
    "dotless\u0131, DOTLESS_"
  })
  void names_are_put_in_capitals_and_the_rest_becomes_underscores(String name, String variable) {
    ObjectNode arguments = Json.object();
    arguments.put(name, "v");
    assertEquals(Map.of("MCP_ARG_" + variable, "v"), variables(arguments));
  }

  @Test
  void names_that_clash_are_left_to_the_json_even_if_one_has_no_variable() throws JsonException {
    assertEquals(
        Map.of("MCP_ARG_OK", "1"),
        variables("{\"a-b\":1,\"a_b\":2,\"c\":1,\"C\":null,\"d\":1,\"D\":[],\"ok\":1}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\0b", "\0", "half \ud83d", "\ude00"})
  void what_no_environment_carries_is_left_to_the_json(String value) {
    ObjectNode arguments = Json.object();
    arguments.put("a", value);
    arguments.put("b", "\ud83d\ude00");
    assertEquals(Map.of("MCP_ARG_B", "\ud83d\ude00"), variables(arguments));
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void a_value_has_a_bounded_length(int beyond, boolean isPassed) {
    ObjectNode arguments = Json.object();
    arguments.put("a", "v".repeat(RequestVariables.MAX_ARGUMENT_LENGTH + beyond));
    assertEquals(isPassed, variables(arguments).containsKey("MCP_ARG_A"));
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void a_value_fits_in_one_variable(int beyond, boolean isPassed) {
    // MCP_ARG_A= and the NUL make 11 bytes; each euro sign is three.
    int bytes = RequestVariables.MAX_VARIABLE_BYTES - 11 + beyond;
    ObjectNode arguments = Json.object();
    arguments.put("a", "\u20ac".repeat(bytes / 3) + "v".repeat(bytes % 3));
    assertEquals(isPassed, variables(arguments).containsKey("MCP_ARG_A"));
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void all_together_are_bounded(int beyond, boolean hasLast) {
    ObjectNode arguments = Json.object();
    int count = 8;
    int each = RequestVariables.MAX_ARGUMENTS_BYTES / count - 11;
    for (int i = 0; i < count; i++) {
      arguments.put("" + i, "v".repeat(i + 1 == count ? each + beyond : each));
    }
    Map<String, String> variables = variables(arguments);
    assertEquals(hasLast ? count : count - 1, variables.size());
    assertTrue(variables.containsKey("MCP_ARG_0"));
    assertEquals(hasLast, variables.containsKey("MCP_ARG_7"));
  }

  @Test
  void random_names_give_valid_variables_each_with_the_value_of_the_one_name_it_stands_for() {
    Random random = new Random(1_971);
    for (int round = 0; round < 5_000; round++) {
      Map<String, String> context = new HashMap<>();
      for (int n = random.nextInt(6); n > 0; n--) {
        StringBuilder name = new StringBuilder();
        for (int length = random.nextInt(4); length > 0; length--) {
          name.appendCodePoint("abAB_-. \u00e9\uD83D\uDE00".codePointAt(random.nextInt(9)));
        }
        context.put(name.toString(), "value of " + name);
      }
      Map<String, String> variables = RequestVariables.named("MCP_COMPLETION_CONTEXT_", context);
      variables
          .keySet()
          .forEach(name -> assertTrue(name.matches("MCP_COMPLETION_CONTEXT_[A-Z0-9_]+"), name));
      context.forEach(
          (name, value) -> {
            long same =
                context.keySet().stream().filter(o -> folded(o).equals(folded(name))).count();
            boolean expected = same == 1 && !name.isEmpty();
            assertEquals(
                expected ? value : null,
                variables.get("MCP_COMPLETION_CONTEXT_" + folded(name)),
                () -> name + " in " + context);
          });
    }
  }

  private static String folded(String name) {
    return name.replaceAll("[^A-Za-z0-9_]", "_").toUpperCase(Locale.ROOT);
  }
}
