package dev.bullpen.launcher.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import org.junit.jupiter.api.Test;

class CompletionTests {
  @Test
  void a_prompts_argument_is_asked_for_with_nothing_else() {
    assertEquals(
        "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"p\"},\"argument\":{\"name\":\"a\",\"value\":\"v\"}}",
        Json.text(Completion.ofPrompt("p", "a", "v").params()));
  }

  @Test
  void a_total_is_shown_only_where_it_adds_something() throws JsonException {
    assertEquals("1 value", values("{\"values\":[\"x\"],\"total\":1}").count());
    assertEquals("no values", values("{\"values\":[]}").count());
  }

  @Test
  void a_value_cannot_move_the_cursor_of_a_terminal() throws JsonException {
    assertEquals(
        "a\uFFFD[2Jb\uFFFDé", values("{\"values\":[\"a\\u001b[2Jb\\u009bé\"]}").shown().get(0));
  }

  private static Completion.Values values(String completion) throws JsonException {
    return Completion.Values.of(Json.parse("{\"completion\":" + completion + "}"));
  }
}
