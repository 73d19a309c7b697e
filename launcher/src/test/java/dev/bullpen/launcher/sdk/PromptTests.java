package dev.bullpen.launcher.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What the script of a prompt reads and prints. */
class PromptTests {
  /** Bytes of an image; with base64 of it, more than any argument of a program may have. */
  private static final int LARGE = 300_000;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name | A \"b\"",
        "odd-one | o\\d",
        "é | accent",
        "empty |",
        "unset |",
        "Name |",
        "nam | ",
        "unset other words | other",
        "name default | A \"b\"",
        "empty default |",
        "unset \"two  words\" | two  words"
      })
  void an_argument_is_found_by_its_name_or_the_default_stands_for_it(
      String arguments, String value) {
    ToolScript tool =
        prompt()
            .with(
                "MCP_PROMPT_ARGS_JSON",
                "{\"name\":\"A \\\"b\\\"\",\"odd-one\":\"o\\\\d\",\"é\":\"accent\",\"empty\":\"\"}");
    String expected = value == null ? "" : value;

    Ran untold = tool.run("mcp_prompt_arg " + arguments);
    Ran reported =
        tool.with("MCP_ARG_NAME", "A \"b\"")
            .with("MCP_ARG_ODD_ONE", "o\\d")
            .with("MCP_ARG__", "accent")
            .with("MCP_ARG_EMPTY", "")
            .run("mcp_prompt_arg " + arguments);

    assertEquals(new Ran(0, expected + "\n", ""), untold);
    assertEquals(new Ran(0, expected + "\n", ""), reported);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "é 漢 𝄞", "$(id) `id` \\n %s", "two\nlines\ttab", "\u0001\u001f\u007f"})
  void an_argument_comes_as_it_was_sent(String value) {
    String json = Json.text(Json.object().put("a", value));

    assertEquals(
        value + "\n",
        prompt().with("MCP_PROMPT_ARGS_JSON", json).run("mcp_prompt_arg a none").out());
    assertEquals(
        value + "\n",
        prompt()
            .with("MCP_PROMPT_ARGS_JSON", json)
            .with("MCP_ARG_A", value)
            .run("mcp_prompt_arg a none")
            .out());
  }

  @Test
  void a_variable_the_arguments_disagree_with_is_ignored() {
    ToolScript tool = prompt().with("MCP_ARG_A", "enclosing").with("MCP_ARG_B", "enclosing");

    assertEquals(
        "mine none\n",
        tool.with("MCP_PROMPT_ARGS_JSON", "{\"a\":\"mine\"}")
            .run("echo \"$(mcp_prompt_arg a) $(mcp_prompt_arg b none)\"")
            .out());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1_024, 70_000})
  void arguments_in_a_file_are_found_too(int length) throws IOException {
    String value = "é\\" + "v".repeat(length);
    Path file = folder.resolve("args.json");
    Files.writeString(file, Json.text(Json.object().put("a", value).put("b", "")));
    ToolScript tool =
        prompt().with("MCP_PROMPT_ARGS_JSON", "").with("MCP_PROMPT_ARGS_FILE", file.toString());

    assertEquals(value + "\n", tool.run("mcp_prompt_arg a none").out());
    assertEquals("\nnone\n", tool.run("mcp_prompt_arg b none; mcp_prompt_arg c none").out());
  }

  @Test
  void a_prompt_without_arguments_has_the_defaults() {
    assertEquals("\nd\n", prompt().run("mcp_prompt_arg a; mcp_prompt_arg a d").out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "A \"b\"\\\n\t", "{{a}} $b `c` %s", "é 漢 𝄞"})
  void a_text_is_a_message_whatever_it_holds(String text) throws JsonException {
    Ran said = prompt().run("mcp_prompt_text assistant \"$1\"", text);

    JsonNode message = json(said);
    assertEquals("assistant", message.get("role").stringValue());
    assertEquals(Json.object().put("type", "text").put("text", text), message.get("content"));
  }

  @Test
  void messages_and_a_description_are_a_result() {
    assertEquals(
        new Ran(
            0,
            "{\"description\":\"The \\\"d\\\"\",\"messages\":["
                + "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"a\"}},"
                + "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"b\"}},"
                + "{\"role\":\"user\",\"content\":{\"type\":\"of tomorrow\"}}]}\n",
            ""),
        prompt()
            .run(
                """
                mcp_prompt_result --description 'The "d"' "$(mcp_prompt_text user a)" \\
                  "$(mcp_prompt_text assistant b)" \\
                  '{ "role": "user", "content": {"type": "of tomorrow"} }'
                """));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mcp_prompt_result",
        "mcp_prompt_result --description",
        "mcp_prompt_result --description d",
        "mcp_prompt_result ''",
        "mcp_prompt_result text",
        "mcp_prompt_result '[]'",
        "mcp_prompt_result '{'",
        "mcp_prompt_result '{\"role\":\"user\"'",
        "mcp_prompt_text",
        "mcp_prompt_text system x",
        "mcp_prompt_image",
        "mcp_prompt_image user",
        "mcp_prompt_image user AAAA",
        "mcp_prompt_image system AAAA image/png",
        "mcp_prompt_image user AAAA png",
        "mcp_prompt_image user AAAA ''",
        "mcp_prompt_image user AAA image/png",
        "mcp_prompt_image user A=== image/png",
        "mcp_prompt_image user ==== image/png",
        "mcp_prompt_image user AA=A image/png",
        "mcp_prompt_image user '' image/png",
        "mcp_prompt_image user gone.png image/png",
        "mcp_prompt_image user . image/png",
        "mcp_prompt_image user \"$TMPDIR/gone\" image/png",
        "mcp_prompt_image user --file AAAA image/png",
        "mcp_prompt_image user --base64 tool.sh image/png",
        "mcp_prompt_audio user é= audio/wav",
        "mcp_prompt_resource",
        "mcp_prompt_resource user x:y text/plain",
        "mcp_prompt_resource system x:y text/plain t",
        "mcp_prompt_resource user y text/plain t",
        "mcp_prompt_resource user '' text/plain t",
        "mcp_prompt_resource user x:y text/plain @gone",
        "mcp_prompt_resource user x:y text/plain @",
        "mcp_prompt_resource user x:y text/plain --file gone",
        "mcp_prompt_resource user x:y text/plain --other t"
      })
  void what_would_be_no_message_is_reported_and_ends_the_script(String command) {
    Ran said = prompt().run(command + "; echo not reached");

    assertEquals(1, said.exitCode(), said::toString);
    assertEquals("", said.out());
    assertTrue(said.err().startsWith(command.split(" ")[0] + ": "), said::err);
  }

  @ParameterizedTest
  @CsvSource({
    "mcp_prompt_image user pixel image/png, image, image/png",
    "mcp_prompt_image user \"$PWD/pixel\" image/png, image, image/png",
    "mcp_prompt_image user --file pixel image/png, image, image/png",
    "mcp_prompt_image user AP8K image/png, image, image/png",
    "mcp_prompt_image user --base64 AP8K image/png, image, image/png",
    "mcp_prompt_image user $'AP\\n8K\\n' image/png, image, image/png",
    "mcp_prompt_audio user pixel 'audio/L16; rate=8000', audio, audio/L16; rate=8000"
  })
  void images_and_sounds_are_files_or_base64(String command, String type, String mime)
      throws IOException {
    Files.write(folder.resolve("pixel"), new byte[] {0, (byte) 0xff, '\n'});

    assertEquals(
        new Ran(
            0,
            "{\"role\":\"user\",\"content\":{\"type\":\"%s\",\"data\":\"AP8K\",\"mimeType\":\"%s\"}}\n"
                .formatted(type, mime),
            ""),
        prompt().run(command));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/9j/4AAQSkZJRgABAQ==", "//vQxAAAAAAA", "//s=", "AA==", "+/=="})
  void base64_that_looks_like_a_path_is_none(String data) {
    assertTrue(
        prompt().run("mcp_prompt_image user " + data + " image/jpeg").out().contains(data + "\""));
  }

  @Test
  void a_large_image_is_no_trouble_with_jq_or_without() throws IOException, JsonException {
    byte[] bytes = new byte[LARGE];
    Files.write(folder.resolve("large"), bytes);
    String data = Base64.getEncoder().encodeToString(bytes);
    Files.writeString(folder.resolve("large.base64"), data);
    String script =
        """
        mcp_prompt_result "$(mcp_prompt_image user large image/png)" \\
          "$(mcp_prompt_image user "$(<large.base64)" image/png)"
        """;

    for (ToolScript tool : new ToolScript[] {prompt(), prompt().withoutJq()}) {
      JsonNode messages = json(tool.run(script)).get("messages");
      assertEquals(data, messages.at("/0/content/data").stringValue());
      assertEquals(data, messages.at("/1/content/data").stringValue());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x:y text/x 't \"1\"' | {\"uri\":\"x:y\",\"mimeType\":\"text/x\",\"text\":\"t \\\"1\\\"\"}",
        "x:y '' '' | {\"uri\":\"x:y\",\"mimeType\":\"text/plain\",\"text\":\"\"}",
        "x:y text/x --text @a.txt | {\"uri\":\"x:y\",\"mimeType\":\"text/x\",\"text\":\"@a.txt\"}",
        "x:y text/x --text | {\"uri\":\"x:y\",\"mimeType\":\"text/x\",\"text\":\"--text\"}",
        "x:y text/x @a.txt | {\"uri\":\"x:y\",\"mimeType\":\"text/x\",\"text\":\"file\\n\\n\"}",
        "x:y text/x --file a.txt | {\"uri\":\"x:y\",\"mimeType\":\"text/x\",\"text\":\"file\\n\\n\"}",
        "x:y a/b @nul | {\"uri\":\"x:y\",\"mimeType\":\"a/b\",\"blob\":\"YQBi\"}"
      })
  void a_resource_is_a_text_or_a_file(String arguments, String resource) throws IOException {
    Files.writeString(folder.resolve("a.txt"), "file\n\n");
    Files.write(folder.resolve("nul"), new byte[] {'a', 0, 'b'});

    assertEquals(
        new Ran(
            0,
            "{\"role\":\"user\",\"content\":{\"type\":\"resource\",\"resource\":"
                + resource
                + "}}\n",
            ""),
        prompt().run("mcp_prompt_resource user " + arguments));
  }

  @Test
  void a_file_has_a_uri_and_a_type_of_its_own() throws IOException {
    Files.writeString(folder.resolve("a.txt"), "file");

    assertEquals(
        "{\"role\":\"user\",\"content\":{\"type\":\"resource\",\"resource\":{\"uri\":\"file://"
            + folder
            + "/a.txt\",\"mimeType\":\"text/plain\",\"text\":\"file\"}}}",
        prompt().run("mcp_prompt_resource user '' '' \"@$PWD/a.txt\"").value());
  }

  @Test
  void what_a_client_has_sent_reads_no_file() throws IOException {
    Files.writeString(folder.resolve("secret"), "secret");
    ToolScript tool = prompt().with("MCP_PROMPT_ARGS_JSON", "{\"t\":\"@secret\",\"i\":\"secret\"}");

    assertTrue(
        tool.run("mcp_prompt_resource user x:y text/plain --text \"$(mcp_prompt_arg t)\"")
            .out()
            .contains("\"text\":\"@secret\""));
    Ran refused = tool.run("mcp_prompt_image user --base64 \"$(mcp_prompt_arg i)\" image/png");
    assertEquals(1, refused.exitCode());
    assertEquals("", refused.out());
  }

  private static JsonNode json(Ran said) throws JsonException {
    assertEquals(0, said.exitCode(), said::err);
    return Json.parse(said.out().getBytes(UTF_8));
  }

  private ToolScript prompt() {
    return new ToolScript(folder);
  }
}
