package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code bullpen.py} by itself. */
class PythonTests {
  private static final String BEGIN =
      """
      import os, sys; sys.path.insert(0, os.environ["MCP_SDK"])
      import dataclasses, enum, signal, typing
      from bullpen import *

      """;

  @TempDir Path folder;

  private ScriptFile script() {
    return ScriptFile.python(folder).called("{}");
  }

  /** A tool that returns the value of an expression. */
  private static String returning(String expression) {
    return BEGIN + "@tool\ndef mine():\n    return " + expression + "\n\nrun()\n";
  }

  private JsonNode described(String script) {
    Ran ran = script().with("BULLPEN_DESCRIBE", "1").run(BEGIN + script + "\nrun()\n");
    assertEquals(0, ran.exitCode(), ran.toString());
    return ScriptFile.json(ran);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "str | `{\"type\":\"string\"}`",
        "int | `{\"type\":\"integer\"}`",
        "float | `{\"type\":\"number\"}`",
        "bool | `{\"type\":\"boolean\"}`",
        "dict | `{\"type\":\"object\"}`",
        "typing.Any | `{}`",
        "typing.List[int] | `{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}`",
        "typing.Dict[str, int] |"
            + " `{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}}`",
        "typing.Optional[int] | `{\"type\":[\"integer\",\"null\"]}`",
        "typing.Union[int, str] | `{\"anyOf\":[{\"type\":\"integer\"},{\"type\":\"string\"}]}`",
        "typing.Literal['a', 'b'] | `{\"type\":\"string\",\"enum\":[\"a\",\"b\"]}`",
        "Colour | `{\"enum\":[\"red\",\"blue\"]}`",
        "Point | `{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"integer\"},\"y\":"
            + "{\"type\":\"number\"}},\"required\":[\"x\"]}`",
        "Pair | `{\"type\":\"object\",\"properties\":{\"left\":{\"type\":\"string\"}},"
            + "\"required\":[\"left\"]}`"
      })
  void a_hint_is_a_schema(String hint, String schema) {
    JsonNode described =
        described(
            """
            class Colour(enum.Enum):
                RED = "red"
                BLUE = "blue"

            @dataclasses.dataclass
            class Point:
                x: int
                y: float = 1.5

            class Pair(typing.TypedDict):
                left: str

            @tool
            def mine(value: %s):
                pass
            """
                .formatted(hint));
    assertEquals(schema, described.at("/inputSchema/properties/value").toString());
    assertEquals("[\"value\"]", described.at("/inputSchema/required").toString());
  }

  @Test
  void a_docstring_describes_the_tool_and_its_arguments() {
    JsonNode described =
        described(
            """
            @tool(title="Mine", env=["KEY"], annotations={"readOnlyHint": True})
            def find_it(query: str, limit: int = 10) -> typing.List[str]:
                \"""Finds it.

                And more.

                Args:
                    query: what to look for,
                        in small letters
                    limit (int): how many

                Returns:
                    what was found
                \"""
            """);
    assertEquals("find_it", described.path("name").asString(""));
    assertEquals("Mine", described.path("title").asString(""));
    assertEquals("Finds it.\n\nAnd more.", described.path("description").asString(""));
    assertEquals(
        "{\"type\":\"object\",\"properties\":{\"query\":{\"type\":\"string\",\"description\":"
            + "\"what to look for, in small letters\"},\"limit\":{\"type\":\"integer\","
            + "\"description\":\"how many\",\"default\":10}},\"required\":[\"query\"],"
            + "\"additionalProperties\":false}",
        described.path("inputSchema").toString());
    assertEquals(
        "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}",
        described.at("/outputSchema/properties/result").toString());
    assertEquals("[{\"name\":\"KEY\",\"required\":true}]", described.path("env").toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"set_of", "lambda: 0", "Node"})
  void a_hint_that_is_no_type_of_json_is_an_error_of_the_description(String hint) {
    Ran ran =
        script()
            .with("BULLPEN_DESCRIBE", "1")
            .run(
                BEGIN
                    + "class set_of: pass\n@dataclasses.dataclass\nclass Node:\n  next: 'Node'\n"
                    + "@tool\ndef mine(value: "
                    + hint
                    + "):\n    pass\nrun()\n");
    assertEquals(1, ran.exitCode(), ran.toString());
    assertTrue(ran.err().contains("TypeError"), ran.err());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "None | `{\"content\":[],\"isError\":false}`",
        "'{\"a\": 1}' | `{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"a\\\": 1}\"}],"
            + "\"isError\":false}`",
        "{'a': 1} | `{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"a\\\": 1}\"}],"
            + "\"isError\":false,\"structuredContent\":{\"a\":1}}`",
        "[1, 2] | `{\"content\":[{\"type\":\"text\",\"text\":\"[1, 2]\"}],"
            + "\"isError\":false,\"structuredContent\":{\"result\":[1,2]}}`",
        "True | `{\"content\":[{\"type\":\"text\",\"text\":\"true\"}],"
            + "\"isError\":false,\"structuredContent\":{\"result\":true}}`",
        "Result({'type': 'text', 'text': 'of a model'}, 'b') |"
            + " `{\"content\":[{\"type\":\"text\",\"text\":\"of a model\"},"
            + "{\"type\":\"text\",\"text\":\"b\"}],\"isError\":false}`",
        "Result('a', structured=[1], meta={'k': 1}) |"
            + " `{\"content\":[{\"type\":\"text\",\"text\":\"a\"}],"
            + "\"isError\":false,\"structuredContent\":[1],\"_meta\":{\"k\":1}}`"
      })
  void a_value_is_a_whole_result(String expression, String result) {
    Ran ran = script().run(returning(expression));
    assertEquals(new Ran(0, result, ""), ran);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "typing.Optional[str] | 'a' | `{\"result\":\"a\"}`",
        "typing.Optional[str] | None | `{\"result\":null}`",
        "typing.Optional[int] | None | `{\"result\":null}`",
        "typing.Union[str, int] | 'a' | `{\"result\":\"a\"}`",
        "typing.Literal['a', 'b'] | 'a' | `{\"result\":\"a\"}`",
        "Colour | Colour.RED | `{\"result\":\"red\"}`",
        "typing.Optional[dict] | {'a': 1} | `{\"result\":{\"a\":1}}`",
        "typing.Union[Point, Line] | Point(1) | `{\"result\":{\"x\":1}}`",
        "'typing.Optional[Line]' | Line(2) | `{\"result\":{\"length\":2}}`",
        "list | [text('a')] | `{\"result\":[{\"type\":\"text\",\"text\":\"a\"}]}`",
        "typing.List[int] | [1] | `{\"result\":[1]}`",
        "Point | Point(1) | `{\"x\":1}`",
        "typing.Mapping | {'a': 1} | `{\"a\":1}`",
        "str | 'a' | ``",
        "typing.Optional[Content] | None | ``",
        "typing.Optional[typing.List[Content]] | [text('a')] | ``"
      })
  void a_result_has_what_the_schema_of_its_hint_requires(
      String hint, String value, String structured) {
    String script =
        """
        class Colour(str, enum.Enum):
            RED = "red"

        @dataclasses.dataclass
        class Point:
            x: int

        @dataclasses.dataclass
        class Line:
            length: int

        @tool
        def mine() -> %s:
            return %s
        """
            .formatted(hint, value);
    Ran ran = ScriptFile.python(folder).called("{}").run(BEGIN + script + "\nrun()\n");
    assertEquals(0, ran.exitCode(), ran.toString());
    JsonNode result = ScriptFile.json(ran);
    JsonNode schema = described(script).path("outputSchema");

    assertEquals(structured, result.path("structuredContent").toString());
    assertEquals(structured.isEmpty(), schema.isMissingNode(), schema.toString());
    for (JsonNode name : schema.path("required")) {
      assertTrue(result.path("structuredContent").has(name.stringValue()), result.toString());
    }
  }

  @Test
  void a_hint_that_means_nothing_does_not_concern_a_call() {
    Ran ran = script().run(BEGIN + "@tool\ndef mine() -> 'a list':\n    return 'a'\nrun()\n");
    assertEquals("a", ScriptFile.json(ran).at("/content/0/text").asString(""), ran.toString());
  }

  @Test
  void what_is_printed_by_it_and_its_children_is_no_result() {
    Ran ran = script().run(returning("[print('one'), os.system('echo two')] and 'done'"));
    assertEquals("done", ScriptFile.json(ran).at("/content/0/text").asString(""));
    assertTrue(ran.err().contains("one\n") && ran.err().contains("two\n"), ran.err());
  }

  @Test
  void arguments_are_what_the_hints_say() {
    Ran ran =
        script()
            .called("{\"when\":\"2026-01-31T12:00:00Z\",\"colour\":\"red\",\"n\":3.0}")
            .run(
                BEGIN
                    + """
                    import datetime
                    class Colour(enum.Enum):
                        RED = "red"
                    @tool
                    async def mine(when: datetime.datetime, colour: Colour, n: int):
                        return [when.year, colour is Colour.RED, n]
                    run()
                    """);
    assertEquals("[2026, true, 3]", ScriptFile.json(ran).at("/content/0/text").asString(""));
  }

  @Test
  void long_arguments_are_read_from_their_file() throws IOException {
    Path file = Files.writeString(folder.resolve("args"), "{\"text\":\"é\"}");
    Ran ran =
        script()
            .called("")
            .with("MCP_TOOL_ARGS_FILE", file.toString())
            .run(BEGIN + "@tool\ndef mine(text):\n    return text\nrun()\n");
    assertEquals("é", ScriptFile.json(ran).at("/content/0/text").asString(""));
  }

  @Test
  void an_error_of_the_protocol_is_in_the_file_of_errors() throws IOException {
    Path file = folder.resolve("error");
    Ran ran =
        script()
            .with("MCP_TOOL_ERROR_FILE", file.toString())
            .run(BEGIN + "@tool\ndef mine(needed):\n    pass\nrun()\n");
    assertEquals(1, ran.exitCode());
    assertEquals(
        "{\"code\": -32602, \"message\": \"the argument needed is missing\"}",
        Files.readString(file));
  }

  @Test
  void a_line_stays_in_one_piece_whatever_its_text() throws IOException {
    Path events = folder.resolve("events");
    Ran ran =
        script()
            .with("MCP_PROGRESS_STREAM", events.toString())
            .with("MCP_LOG_STREAM", events.toString())
            .with("MCP_PROGRESS_TOKEN_JSON", "7")
            .run(returning("[progress(1, 2, 'é\\n\"' * 4000), log('\\x01' * 4000)] and 'done'"));
    assertEquals(0, ran.exitCode(), ran.toString());
    List<String> lines = Files.readAllLines(events);
    assertEquals(2, lines.size());
    for (String line : lines) {
      int bytes = line.getBytes(StandardCharsets.UTF_8).length + 1;
      assertTrue(bytes <= 4096 && bytes > 3000, line);
    }
    assertTrue(lines.get(0).contains("\"progressToken\":7,\"progress\":1,\"total\":2"));
  }

  @Test
  void progress_without_a_token_is_still_a_sign_of_life() throws IOException {
    Path events = folder.resolve("events");
    script().with("MCP_PROGRESS_STREAM", events.toString()).run(returning("progress(1)"));
    assertEquals(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n", Files.readString(events));
  }

  @ParameterizedTest
  @ValueSource(strings = {"progress('1')", "progress(float('nan'))", "log('x', 'loud')"})
  void what_means_nothing_is_a_defect_of_the_tool(String call) {
    Ran ran = script().run(returning(call));
    assertEquals(1, ran.exitCode());
    assertTrue(ran.err().contains("ValueError"), ran.err());
  }

  @Test
  void a_question_that_is_not_taken_is_withdrawn() {
    Path question = folder.resolve("question");
    Ran ran =
        script()
            .with("MCP_ELICIT_SUPPORTED", "1")
            .with("MCP_ELICIT_REQUEST_FILE", question.toString())
            .with("MCP_ELICIT_RESPONSE_FILE", folder.resolve("answer").toString())
            .run(returning("elicit('Who?', {'name': str}, timeout=0.1)"));
    assertEquals(
        "the client did not answer within 0.1 s",
        ScriptFile.json(ran).at("/content/0/text").asString(""));
    assertFalse(Files.exists(question));
  }

  @Test
  void a_question_of_a_cancelled_call_ends_the_tool() throws IOException {
    Ran ran =
        script()
            .with("MCP_ELICIT_SUPPORTED", "1")
            .with("MCP_ELICIT_REQUEST_FILE", folder.resolve("question").toString())
            .with("MCP_ELICIT_RESPONSE_FILE", folder.resolve("answer").toString())
            .with("MCP_CANCEL_FILE", Files.createFile(folder.resolve("cancel")).toString())
            .run(returning("elicit('Who?', {'name': str})"));
    assertEquals(new Ran(143, "", ""), ran);
  }

  @Test
  void questions_of_two_threads_each_get_their_own_answer() {
    Ran ran =
        script()
            .with("MCP_ELICIT_SUPPORTED", "1")
            .with("MCP_ELICIT_REQUEST_FILE", folder.resolve("question").toString())
            .with("MCP_ELICIT_RESPONSE_FILE", folder.resolve("answer").toString())
            .run(
                BEGIN
                    + """
                    import concurrent.futures, json, time

                    def asked(message):
                        return elicit(message, {"said": str}, timeout=10)["said"]

                    def taken():
                        end = time.monotonic() + 20
                        while not os.path.exists("question") and time.monotonic() < end:
                            time.sleep(0.01)
                        with open("question") as opened:
                            message = json.load(opened)["message"]
                        return message

                    def answer(message):
                        os.unlink("question")
                        with open("new", "w") as opened:
                            json.dump({"action": "accept", "content": {"said": message}}, opened)
                        os.replace("new", "answer")

                    @tool
                    def mine():
                        with concurrent.futures.ThreadPoolExecutor() as threads:
                            first = threads.submit(asked, "A")
                            answers = [taken()]
                            second = threads.submit(asked, "B")
                            concurrent.futures.wait([second], 0.3)  # it must not be asked yet
                            answer(taken())
                            answers.append(first.result())
                            answer(taken())
                            return answers + [second.result()]
                    run()
                    """);
    assertEquals("[\"A\", \"A\", \"B\"]", ScriptFile.json(ran).at("/content/0/text").asString(""));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{'type': 'object', 'minProperties': 1} | `{\"type\":\"object\",\"minProperties\":1}`",
        "{'a': str, 'b': typing.Optional[str], 'c': {'type': 'integer', 'default': 1}} |"
            + " `{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"},\"b\":{\"type\":\"string\"},"
            + "\"c\":{\"type\":\"integer\",\"default\":1}},\"required\":[\"a\"]}`",
        "{'properties': {'type': 'string'}} | `{\"type\":\"object\",\"properties\":{\"properties\":"
            + "{\"type\":\"string\"}},\"required\":[\"properties\"]}`"
      })
  void a_form_is_a_schema_of_an_object_or_names_and_types(String fields, String schema) {
    Ran ran =
        script().run(returning("input_required(a=input_elicit('Who?', %s))".formatted(fields)));
    assertEquals(
        schema,
        ScriptFile.json(ran).at("/inputRequests/a/params/requestedSchema").toString(),
        ran.toString());
  }

  @Test
  void a_secret_that_is_not_there_is_named() {
    Ran ran = script().run(returning("secret('API_KEY')"));
    assertTrue(ScriptFile.json(ran).path("isError").booleanValue(false), ran.toString());
    assertTrue(ran.out().contains("The tool mine needs the environment variable API_KEY"));
  }

  @Test
  void a_signal_is_an_exception_that_only_cleaning_up_sees() {
    Ran ran =
        script()
            .run(
                BEGIN
                    + """
                    @tool
                    def mine():
                        try:
                            os.kill(os.getpid(), signal.SIGTERM)
                            signal.pause()
                        except Exception:
                            sys.stderr.write("caught")
                        finally:
                            os.kill(os.getpid(), signal.SIGTERM)
                            sys.stderr.write("cleaned")
                    run()
                    """);
    assertEquals(new Ran(143, "", "cleaned"), ran);
  }

  @Test
  void a_file_that_does_not_call_run_fails_with_a_message() {
    Ran ran = script().run(BEGIN + "@tool\ndef mine():\n    return 1\n");
    assertEquals(1, ran.exitCode());
    assertTrue(ran.err().contains("End it with: run()"), ran.err());
  }

  @Test
  void a_test_may_import_the_file_and_call_the_function() throws IOException {
    Files.writeString(folder.resolve("mine.py"), returning("{'a': 1}"));
    Ran ran = script().run("import mine\nprint(mine.mine())\n");
    assertEquals(new Ran(0, "{'a': 1}\n", ""), ran);
  }

  @Test
  void a_prompt_returns_messages_and_its_failure_is_an_exit_code() {
    String script =
        BEGIN
            + """
            @prompt
            def mine(code):
                if code == "bad":
                    raise ToolError("no such code")
                return ["Review " + code, assistant({"type": "text", "text": "ok"})]
            run()
            """;
    Ran ran = script().with("MCP_PROMPT_ARGS_JSON", "{\"code\":\"x\"}").run(script);
    assertEquals(
        "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Review x\"}},"
            + "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"ok\"}}]}",
        ran.out());
    assertEquals(
        new Ran(1, "", "no such code\n"),
        script().with("MCP_PROMPT_ARGS_JSON", "{\"code\":\"bad\"}").run(script));
  }

  @Test
  void a_completion_gets_what_was_typed_and_what_is_known() {
    Ran ran =
        script()
            .with("MCP_COMPLETION_QUERY", "a")
            .with("MCP_COMPLETION_ARGS_JSON", "{\"context\":{\"arguments\":{\"k\":\"v\"}}}")
            .run(
                BEGIN
                    + "@completion\ndef mine(value, context):\n"
                    + "    return [value + context['k'], 1]\nrun()\n");
    assertEquals(new Ran(0, "[\"av\",\"1\"]", ""), ran);
  }
}
