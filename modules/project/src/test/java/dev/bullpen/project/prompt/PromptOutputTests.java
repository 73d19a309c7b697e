package dev.bullpen.project.prompt;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.script.ScriptLimits;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class PromptOutputTests {
  private static final String MESSAGE =
      "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"x\"}}";

  private static String read(String metadata, byte[] stdout) throws JsonException {
    Prompt prompt =
        new Prompt(
            "p",
            "p.sh",
            true,
            Members.silentText((ObjectNode) Json.parse(metadata), "role").orElse("user"),
            Optional.of(List.of()),
            Optional.empty(),
            Json.object(),
            ScriptLimits.NONE,
            (ObjectNode) Json.parse(metadata));
    return Json.text(PromptGets.printed(prompt, stdout));
  }

  private static String read(String stdout) throws JsonException {
    return read("{}", stdout.getBytes(StandardCharsets.UTF_8));
  }

  private static String textOf(String role, String text) {
    return Json.text(PromptGets.message(role, text));
  }

  private static String resultOf(String messages) {
    return "{\"messages\":[" + messages + "]}";
  }

  @Test
  void a_byte_order_mark_before_it_is_skipped() throws JsonException {
    assertEquals(resultOf(MESSAGE), read("\ufeff" + resultOf(MESSAGE)));
    assertEquals(read("a"), read("\ufeffa"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        MESSAGE,
        MESSAGE + "," + MESSAGE,
        "{\"role\":\"assistant\",\"content\":{\"type\":\"image\",\"data\":\"AA==\","
            + "\"mimeType\":\"image/png\",\"annotations\":{\"priority\":1.50}}}",
        "{\"role\":\"user\",\"content\":{\"type\":\"of tomorrow\",\"n\":12345678901234567890},"
            + "\"_meta\":{\"z\":1,\"a\":null}}",
        "{\"role\":\"user\",\"content\":{}}"
      })
  void messages_stay_as_they_were_printed(String messages) throws JsonException {
    assertEquals(resultOf(messages), read("\n " + resultOf(messages) + "\n"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "7 | its script did not print an object",
        "null | its script did not print an object",
        "\"text\" | its script did not print an object",
        "[] | its script did not print an object",
        "{} | its role is neither user nor assistant",
        "{\"role\":\"system\",\"content\":{}} | its role is neither user nor assistant",
        "{\"role\":1,\"content\":{}} | its role is neither user nor assistant",
        "{\"role\":\"user\"} | its content is not one object",
        "{\"role\":\"user\",\"content\":\"x\"} | its content is not one object",
        "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"x\"}]} | its content is not one object"
      })
  void what_is_no_message_is_left_out_and_reported_in_its_place(String message, String reason)
      throws JsonException {
    assertEquals(
        resultOf(
            MESSAGE
                + ","
                + textOf("user", "[Message 2 of this prompt is left out: " + reason + "]")
                + ","
                + MESSAGE),
        read(resultOf(MESSAGE + "," + message + "," + MESSAGE)));
  }

  @Test
  void the_description_is_the_scripts_else_the_projects() throws JsonException {
    String metadata = "{\"description\":\"project\"}";
    byte[] with = "{\"messages\":[],\"description\":\"script\"}".getBytes(StandardCharsets.UTF_8);
    byte[] wrong = "{\"messages\":[],\"description\":7}".getBytes(StandardCharsets.UTF_8);
    byte[] without = "{\"messages\":[]}".getBytes(StandardCharsets.UTF_8);
    assertEquals("{\"description\":\"script\",\"messages\":[]}", read(metadata, with));
    assertEquals("{\"description\":\"project\",\"messages\":[]}", read(metadata, wrong));
    assertEquals("{\"description\":\"project\",\"messages\":[]}", read(metadata, without));
    assertEquals("{\"description\":\"script\",\"messages\":[]}", read("{}", with));
    assertEquals("{\"messages\":[]}", read("{}", without));
  }

  @Test
  void other_members_than_meta_are_no_part_of_a_result() throws JsonException {
    assertEquals(
        "{\"messages\":[],\"_meta\":{\"a\":1}}",
        read("{\"text\":\"x\",\"resultType\":\"complete\",\"_meta\":{\"a\":1},\"messages\":[]}"));
    assertEquals("{\"messages\":[]}", read("{\"messages\":[],\"_meta\":[]}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"resultType\":\"input_required\",\"inputRequests\":{\"k\":{\"method\":\"roots/list\"}},"
            + "\"requestState\":{\"n\":1.50}}",
        "{\"messages\":[],\"resultType\":\"input_required\"}"
      })
  void a_question_is_handed_on_as_it_is(String question) throws JsonException {
    assertEquals(
        question,
        read("{\"description\":\"D\"}", (" " + question + "\n").getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain text",
        "",
        "two\nlines",
        "7",
        "null",
        "true",
        "\"a string\"",
        "[1, 2]",
        "{}",
        "{\"messages\": {}}",
        "{\"message\": []}",
        "{\"resultType\": \"complete\"}",
        "{\"messages\": [",
        "{\"messages\":[],\"messages\":{}}",
        "{\"messages\":[]} and more"
      })
  void anything_else_is_the_text_of_one_message(String text) throws JsonException {
    assertEquals(resultOf(textOf("user", text)), read(text + "\n\n"));
  }

  @Test
  void a_member_written_twice_counts_as_its_last() throws JsonException {
    assertEquals(
        "{\"description\":\"b\",\"messages\":[" + textOf("user", "x") + "]}",
        read(
            "{\"description\":\"a\",\"messages\":[],\"messages\":[%s],\"description\":\"b\"}"
                .formatted(textOf("user", "x"))));
  }

  @Test
  void a_text_has_the_prompts_role_and_description() throws JsonException {
    assertEquals(
        "{\"description\":\"D\",\"messages\":[" + textOf("assistant", "x") + "]}",
        read("{\"role\":\"assistant\",\"description\":\"D\"}", new byte[] {'x', '\n'}));
  }

  @Test
  void what_is_not_utf8_becomes_replacement_characters() throws JsonException {
    byte[] messages =
        "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"r\u00e9s\"}}]}"
            .getBytes(ISO_8859_1);
    assertEquals(resultOf(textOf("user", "r\ufffds")), read("{}", messages));
    assertEquals(
        resultOf(textOf("user", "a\ufffdb")), read("{}", new byte[] {'a', (byte) 0xe9, 'b'}));
  }
}
