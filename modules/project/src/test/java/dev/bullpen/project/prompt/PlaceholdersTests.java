package dev.bullpen.project.prompt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.metadata.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class PlaceholdersTests {
  private static String filled(String template, String... namesAndValues) throws RefusedException {
    ObjectNode values = Json.object();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return PromptGets.filled(template, values);
  }

  @ParameterizedTest
  @CsvSource({
    "{{a}}, A",
    "x{{a}}y{{a}}{{b}}z, xAyABz",
    "{{_A9}}, U",
    "{{{a}}}, {A}",
    "{{{{a}}}}, {{A}}",
    "{{a}}}}, A}}",
    "{{a{{a}}, {{aA",
    "{{a}{{a}}, {{a}A"
  })
  void a_name_with_a_value_gives_way_to_it(String template, String text) throws Exception {
    assertEquals(text, filled(template, "a", "A", "b", "B", "_A9", "U"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "plain",
        "{a}",
        "{{",
        "{{a",
        "{{a}",
        "{{}}",
        "{{ a }}",
        "{{a }}",
        "{{9}}",
        "{{9a}}",
        "{{a-b}}",
        "{{a.b}}",
        "{{é}}",
        "{{unknown}}",
        "{{A}}",
        "{ {a}}",
        "}}{{"
      })
  void what_is_no_name_with_a_value_stays_as_it_is_written(String template) throws Exception {
    String[] values = {"a", "!", "9", "!", "9a", "!", "a-b", "!", "a.b", "!", "é", "!", "", "!"};
    assertEquals(template, filled(template, values));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{{a}}",
        "{{b}}",
        "}}{{b}}{{",
        "{",
        "\\",
        "\\\\n\\1",
        "$1 $& ${b} $(id)",
        "one\ntwo\r\n\tthree\n",
        "\"double\" 'single' `back`",
        "é 漢 𝄞 \u202e",
        "nul\0",
        "/&s/",
        "<b>&amp;"
      })
  void a_value_is_put_in_as_it_is_and_not_expanded_again(String value) throws Exception {
    assertEquals("<" + value + "|B>", filled("<{{a}}|{{b}}>", "a", value, "b", "B"));
  }

  @Test
  void values_cannot_make_a_placeholder_together() throws Exception {
    assertEquals("{{b}}", filled("{{a}}b{{c}}", "a", "{{", "b", "secret", "c", "}}"));
    assertEquals("{{b}}", filled("{{{a}}b}}", "a", "{", "b", "secret"));
  }

  @ParameterizedTest
  @CsvSource({"-1, false", "0, false", "1, true"})
  void many_long_values_do_not_make_more_than_can_be_sent(int beyond, boolean refused)
      throws Exception {
    int times = 4;
    String value = "v".repeat(PromptGets.MAX_LENGTH / times - 1);
    String template = "{{a}}".repeat(times) + "t".repeat(times + beyond);
    if (!refused) {
      assertEquals(PromptGets.MAX_LENGTH + beyond, filled(template, "a", value).length());
      return;
    }
    RefusedException e = assertThrows(RefusedException.class, () -> filled(template, "a", value));
    assertTrue(e.isInvalid());
    assertTrue(e.getMessage().contains("more than 4194304 characters"), e.getMessage());
  }

  @Test
  void a_template_of_nothing_but_braces_is_gone_through_once() throws Exception {
    String braces = "{".repeat(PromptGets.MAX_BYTES);
    assertEquals(braces, filled(braces, "a", "A"));
    String names = "{{a".repeat(PromptGets.MAX_BYTES / 3);
    assertFalse(filled(names, "a", "A").contains("A"));
  }
}
