package dev.bullpen.launcher.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.launcher.Spoken;
import dev.bullpen.launcher.ask.Progress;
import org.junit.jupiter.api.Test;

/** What a person sees of results and of progress. */
class RenderingTests {
  private static String shown(String result) throws JsonException {
    Spoken spoken = new Spoken(false);
    Result.show(Json.parse(result), spoken.console());
    return spoken.out();
  }

  private static Progress progress(String params) throws JsonException {
    return Progress.of(Json.parse(params));
  }

  @Test
  void text_is_shown_as_it_is_and_an_image_by_what_it_is() throws Exception {
    assertEquals(
        "{\"a\": 1}\n[image image/png, 4 characters in Base64; --json prints them]\n",
        shown(
            """
            {"content": [{"type": "text", "text": "{\\"a\\": 1}"},
                         {"type": "image", "mimeType": "image/png", "data": "AAAA"}]}
            """));
  }

  @Test
  void structured_content_is_indented_and_takes_the_place_of_its_text() throws Exception {
    assertEquals(
        "more\n{\n  \"a\": [\n    1.50,\n    \"x\\ny\"\n  ],\n  \"b\": {}\n}\n",
        shown(
            """
            {"content": [{"type": "text", "text": "{\\"b\\":{},\\"a\\":[1.50,\\"x\\\\ny\\"]}"},
                         {"type": "text", "text": "more"}],
             "structuredContent": {"a": [1.50, "x\\ny"], "b": {}}}
            """));
  }

  @Test
  void a_failure_is_reported() throws Exception {
    assertEquals(
        "the tool failed:\nno such city\n",
        shown(
            "{\"isError\": true, \"content\": [{\"type\": \"text\", \"text\": \"no such city\"}]}"));
  }

  @Test
  void progress_is_a_bar_if_the_whole_is_known_and_stays_within_it() throws Exception {
    assertEquals(
        "[############............]  50% step 1",
        progress("{\"progress\": 1, \"total\": 2, \"message\": \"step 1\"}").bar());
    assertEquals(
        "[########################] 100%", progress("{\"progress\": 5, \"total\": 2}").bar());
    assertEquals(
        "[........................]   0%", progress("{\"progress\": -1, \"total\": 2}").bar());
  }

  @Test
  void without_a_whole_progress_is_its_number_and_controls_are_escaped() throws Exception {
    assertEquals("7", progress("{\"progress\": 7}").bar());
    assertEquals(
        "7 a\\u001b[2J", progress("{\"progress\": 7, \"message\": \"a\\u001b[2J\"}").bar());
  }
}
