package dev.bullpen.launcher.ask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class ArgumentsTests {
  private static final String SCHEMA =
      """
      {"required": ["city"], "properties": {
        "city": {"type": "string"}, "days": {"type": "integer"}, "ratio": {"type": "number"},
        "deep": {"type": "boolean"}, "tags": {"type": "array", "items": {"type": "string"}},
        "options": {"type": "object"}, "any": {}, "maybe": {"type": ["integer", "null"]}}}
      """;

  private static String read(String... words) throws Exception {
    return read(Optional.empty(), words);
  }

  private static String read(Optional<String> json, String... words) throws Exception {
    ObjectNode properties = (ObjectNode) Json.parse(SCHEMA).get("properties");
    return Json.text(Arguments.read("The tool weather", properties, json, List.of(words)));
  }

  private static String refusal(String... words) {
    return assertThrows(UsageException.class, () -> read(words)).getMessage();
  }

  @Test
  void the_schema_says_what_a_text_means() throws Exception {
    assertEquals(
        "{\"city\":\"12\",\"days\":3,\"ratio\":0.5,\"maybe\":4,\"any\":[1],\"options\":{\"a\":1}}",
        read(
            "--city",
            "12",
            "--days",
            "3",
            "--ratio=0.5",
            "--maybe",
            "4",
            "--any",
            "[1]",
            "--options",
            "{\"a\":1}"));
    assertEquals("{\"any\":\"plain text\"}", read("--any", "plain text"));
    assertEquals("{\"days\":-3,\"city\":\"\"}", read("--days", "-3", "--city="));
  }

  @Test
  void a_boolean_may_stand_alone() throws Exception {
    assertEquals("{\"deep\":true,\"days\":1}", read("--deep", "--days", "1"));
    assertEquals("{\"deep\":false}", read("--deep", "false"));
  }

  @Test
  void an_array_is_given_whole_or_one_by_one() throws Exception {
    assertEquals("{\"tags\":[\"a\",\"b\"]}", read("--tags", "a", "--tags", "b"));
    assertEquals("{\"tags\":[\"a\",\"b\"]}", read("--tags", "[\"a\",\"b\"]"));
  }

  @Test
  void all_arguments_may_be_one_json_object_also_in_a_file(@TempDir Path folder) throws Exception {
    assertEquals("{\"city\":\"Lisbon\"}", read(Optional.of("{\"city\": \"Lisbon\"}")));
    Path file = Files.writeString(folder.resolve("arguments.json"), "{\"days\": 3}");
    assertEquals("{\"days\":3}", read(Optional.of("@" + file)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--days x|--days is \"x\", but must be a number. For example --days 3.",
        "--deep maybe|--deep is \"maybe\", but must be true or false. For example --deep true.",
        "--city|--city needs a value: --city VALUE",
        "Lisbon|unexpected argument \"Lisbon\". Give arguments of The tool weather as --NAME VALUE.",
        "--citi Lisbon|The tool weather has no argument \"citi\". Did you mean city? It has: --city,"
            + " --days, --ratio, --deep, --tags, --options, --any, --maybe.",
      })
  void what_does_not_fit_is_refused_with_what_would(String words, String sentence) {
    assertEquals(sentence, refusal(words.split(" ")));
  }

  @Test
  void json_that_is_none_or_comes_with_others_is_refused() {
    for (String json : List.of("[1]", "{", "@/nowhere/arguments.json")) {
      assertThrows(UsageException.class, () -> read(Optional.of(json)));
    }
    assertThrows(UsageException.class, () -> read(Optional.of("{}"), "--city", "Lisbon"));
  }

  @Test
  void a_list_shows_what_may_be_left_out() throws Exception {
    assertEquals(
        "--city STRING [--days INTEGER] [--ratio NUMBER] [--deep] [--tags ARRAY]"
            + " [--options OBJECT] [--any] [--maybe INTEGER]",
        Arguments.describe(Json.parse(SCHEMA)));
  }
}
