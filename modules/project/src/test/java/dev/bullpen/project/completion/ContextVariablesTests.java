package dev.bullpen.project.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContextVariablesTests {
  @ParameterizedTest
  @CsvSource({
    "language, LANGUAGE",
    "camelCase9, CAMELCASE9",
    "with-dash.and dot, WITH_DASH_AND_DOT",
    "_x, _X",
    "9, 9",
    "\u00e9t\u00e9, _T_",
    "\uD83D\uDE00, _",
    "a=b, A_B",
    "dotless\u0131, DOTLESS_"
  })
  void a_name_is_put_in_capitals_and_the_rest_becomes_underscores(String name, String variable) {
    assertEquals(
        Map.of("MCP_COMPLETION_CONTEXT_" + variable, "v"), ContextVariables.of(Map.of(name, "v")));
  }

  @Test
  void names_that_clash_are_left_out_all_of_them() {
    Map<String, String> context = new LinkedHashMap<>();
    context.put("a-b", "1");
    context.put("a_b", "2");
    context.put("A.B", "3");
    context.put("c", "4");
    assertEquals(Map.of("MCP_COMPLETION_CONTEXT_C", "4"), ContextVariables.of(context));
  }

  @Test
  void an_empty_name_is_left_out() {
    assertEquals(Map.of(), ContextVariables.of(Map.of("", "v")));
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
      Map<String, String> variables = ContextVariables.of(context);
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
