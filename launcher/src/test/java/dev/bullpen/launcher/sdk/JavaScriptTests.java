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

/** {@code bullpen.mjs} by itself. */
class JavaScriptTests {
  private static final String BEGIN =
      "const { tool, prompt, completion, progress, log, elicit, secret, Result, RpcError, ToolError,"
          + " assistant, inputResponse, text } = await import(process.env.MCP_SDK + '/bullpen.mjs');\n";

  @TempDir Path folder;

  private ScriptFile script() {
    return ScriptFile.node(folder).called("{}");
  }

  /** A tool that returns the value of an expression. */
  private static String returning(String expression) {
    return BEGIN + "tool({ name: 'mine' }, async (args, { signal }) => (" + expression + "));\n";
  }

  @Test
  void names_and_types_are_a_schema() {
    Ran ran =
        script()
            .with("BULLPEN_DESCRIBE", "1")
            .run(
                BEGIN
                    + "tool({ name: 'mine', title: 'Mine', env: ['KEY'], input: { a: 'string', b:"
                    + " 'integer?', c: ['number'], d: { type: 'integer', default: 3 } }, output: {"
                    + " result: ['string'] } }, () => { throw 1; });\n");
    assertEquals(0, ran.exitCode(), ran.toString());
    JsonNode described = ScriptFile.json(ran);
    assertEquals(
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"},\"b\":{\"type\":"
            + "\"integer\"},\"c\":{\"type\":\"array\",\"items\":{\"type\":\"number\"}},\"d\":"
            + "{\"type\":\"integer\",\"default\":3}},\"required\":[\"a\",\"c\"],"
            + "\"additionalProperties\":false}",
        described.path("inputSchema").toString());
    assertEquals(
        "{\"type\":\"object\",\"properties\":{\"result\":{\"type\":\"array\",\"items\":"
            + "{\"type\":\"string\"}}},\"required\":[\"result\"]}",
        described.path("outputSchema").toString());
    assertEquals("[{\"name\":\"KEY\",\"required\":true}]", described.path("env").toString());
    assertEquals("Mine", described.path("title").asString(""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"object\",\"additionalProperties\":true}",
        "{\"type\":\"object\"}",
        "{\"type\":\"object\",\"properties\":{\"type\":{\"type\":\"string\"}},\"required\":[\"type\"]}"
      })
  void a_schema_of_an_object_stays_as_it_is(String schema) {
    String tool =
        BEGIN
            + "tool({ name: 'mine', input: %s, output: %s }, ({ type }) => ({ type }));\n"
                .formatted(schema, schema);
    Ran described = ScriptFile.node(folder).with("BULLPEN_DESCRIBE", "1").run(tool);
    assertEquals(schema, ScriptFile.json(described).path("inputSchema").toString());
    assertEquals(schema, ScriptFile.json(described).path("outputSchema").toString());
    Ran ran = script().called("{\"type\":\"a\"}").run(tool);
    assertEquals("a", ScriptFile.json(ran).at("/structuredContent/type").asString(""));
  }

  @Test
  void an_argument_may_be_named_like_a_word_of_a_schema() {
    Ran ran =
        script()
            .with("BULLPEN_DESCRIBE", "1")
            .run(
                BEGIN
                    + "tool({ name: 'mine', input: { type: 'string', properties: 'object' } },"
                    + " () => 1);\n");
    assertEquals(
        "[\"type\",\"properties\"]", ScriptFile.json(ran).at("/inputSchema/required").toString());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "undefined | `{\"content\":[],\"isError\":false}`",
        "'{}' | `{\"content\":[{\"type\":\"text\",\"text\":\"{}\"}],\"isError\":false}`",
        "{ a: 1 } | `{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"a\\\":1}\"}],"
            + "\"structuredContent\":{\"a\":1},\"isError\":false}`",
        "[1, 2] | `{\"content\":[{\"type\":\"text\",\"text\":\"[1,2]\"}],"
            + "\"structuredContent\":{\"result\":[1,2]},\"isError\":false}`",
        "new Result([{ type: 'text', text: 'of a model' }, 'b']) |"
            + " `{\"content\":[{\"type\":\"text\",\"text\":\"of a model\"},"
            + "{\"type\":\"text\",\"text\":\"b\"}],\"isError\":false}`",
        "new Result(undefined, { structured: { a: 1 } }) |"
            + " `{\"content\":[],\"structuredContent\":{\"a\":1},\"isError\":false}`",
        "new Result('a', { structured: [1], meta: { k: 1 } }) |"
            + " `{\"content\":[{\"type\":\"text\",\"text\":\"a\"}],"
            + "\"structuredContent\":[1],\"isError\":false,\"_meta\":{\"k\":1}}`"
      })
  void a_value_is_a_whole_result(String expression, String result) {
    assertEquals(new Ran(0, result, ""), script().run(returning(expression)));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{ result: 'string' } | 'a' | `{\"result\":\"a\"}`",
        "{ result: { type: ['string', 'null'] } } | null | `{\"result\":null}`",
        "{ result: 'string?' } | undefined | ``",
        "{ result: ['object'] } | [text('a')] |"
            + " `{\"result\":[{\"type\":\"text\",\"text\":\"a\"}]}`",
        "{ a: 'string' } | ({ a: 'b' }) | `{\"a\":\"b\"}`",
        "undefined | new Date(0) | ``"
      })
  void a_result_has_what_its_output_requires(String output, String value, String structured) {
    Ran ran =
        script()
            .run(
                BEGIN + "tool({ name: 'mine', output: %s }, () => %s);\n".formatted(output, value));
    assertEquals(0, ran.exitCode(), ran.toString());
    assertEquals(structured, ScriptFile.json(ran).path("structuredContent").toString());
  }

  @Test
  void a_result_longer_than_a_pipe_is_written_whole_and_what_is_printed_is_none_of_it() {
    Ran ran = script().run(returning("console.log('one') ?? 'x'.repeat(3_000_000)"));
    assertEquals(0, ran.exitCode());
    assertEquals(
        3_000_000, ScriptFile.json(ran).at("/content/0/text").asString("").length(), "characters");
    assertEquals("one\n", ran.err());
  }

  @Test
  void an_argument_may_have_a_default() {
    Ran ran =
        script()
            .run(
                BEGIN
                    + "tool({ name: 'mine', input: { n: { type: 'integer', default: 3 } } },"
                    + " ({ n }) => n);\n");
    assertEquals(3, ScriptFile.json(ran).at("/structuredContent/result").intValue());
  }

  @Test
  void an_error_of_the_protocol_is_in_the_file_of_errors() throws IOException {
    Path file = folder.resolve("error");
    Ran ran =
        script()
            .with("MCP_TOOL_ERROR_FILE", file.toString())
            .run(BEGIN + "tool({ name: 'mine', input: { needed: 'string' } }, () => 1);\n");
    assertEquals(1, ran.exitCode());
    assertEquals(
        "{\"code\":-32602,\"message\":\"the argument needed is missing\"}", Files.readString(file));
  }

  @Test
  void a_line_stays_in_one_piece_whatever_its_text() throws IOException {
    Path events = folder.resolve("events");
    Ran ran =
        script()
            .with("MCP_PROGRESS_STREAM", events.toString())
            .with("MCP_LOG_STREAM", events.toString())
            .with("MCP_PROGRESS_TOKEN_JSON", "7")
            .run(
                returning(
                    "[progress(1, 2, 'é\\n\"'.repeat(4000)), log('\\u0001'.repeat(4000))] && 1"));
    assertEquals(0, ran.exitCode(), ran.toString());
    List<String> lines = Files.readAllLines(events);
    assertEquals(2, lines.size());
    for (String line : lines) {
      int bytes = line.getBytes(StandardCharsets.UTF_8).length + 1;
      assertTrue(bytes <= 4096 && bytes > 3000, line);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"progress('1')", "progress(NaN)", "log('x', 'loud')"})
  void what_means_nothing_is_a_defect_of_the_tool(String call) {
    Ran ran = script().run(returning(call));
    assertEquals(1, ran.exitCode());
    assertTrue(ran.err().contains("RangeError"), ran.err());
  }

  @Test
  void a_question_that_is_not_taken_is_withdrawn() {
    Path question = folder.resolve("question");
    Ran ran =
        script()
            .with("MCP_ELICIT_SUPPORTED", "1")
            .with("MCP_ELICIT_REQUEST_FILE", question.toString())
            .with("MCP_ELICIT_RESPONSE_FILE", folder.resolve("answer").toString())
            .run(returning("await elicit('Who?', { name: 'string' }, { timeout: 0.1 })"));
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
            .run(returning("await elicit('Who?', { name: 'string' })"));
    assertEquals(new Ran(143, "", ""), ran);
  }

  @Test
  void an_answer_that_is_no_object_is_none() {
    Ran ran =
        script()
            .with("MCP_INPUT_RESPONSES_JSON", "{\"a\":1,\"b\":{}}")
            .run(returning("[inputResponse('a') ?? 'none', inputResponse('b') ?? 'none']"));
    assertEquals("[\"none\",{}]", ScriptFile.json(ran).at("/content/0/text").asString(""));
  }

  @Test
  void questions_asked_at_once_each_get_their_own_answer() {
    Ran ran =
        script()
            .with("MCP_ELICIT_SUPPORTED", "1")
            .with("MCP_ELICIT_REQUEST_FILE", folder.resolve("question").toString())
            .with("MCP_ELICIT_RESPONSE_FILE", folder.resolve("answer").toString())
            .run(
                BEGIN
                    + """
                    import * as fs from 'node:fs';
                    tool({ name: 'mine' }, async () => {
                      const fields = { said: 'string' };
                      const questions = ['A', 'B'].map((message) =>
                        elicit(message, fields, { timeout: 10 }).then(({ content }) => content.said));
                      // The server: each answer is the message of its question.
                      const server = setInterval(() => {
                        if (!fs.existsSync('question')) return;
                        const { message: said } = JSON.parse(fs.readFileSync('question', 'utf8'));
                        fs.unlinkSync('question');
                        const answer = { action: 'accept', content: { said } };
                        fs.writeFileSync('answer', JSON.stringify(answer));
                      }, 1);
                      const answers = await Promise.all(questions);
                      clearInterval(server);
                      return answers;
                    });
                    """);
    assertEquals("[\"A\",\"B\"]", ScriptFile.json(ran).at("/content/0/text").asString(""));
  }

  @Test
  void a_secret_that_is_not_there_is_named() {
    Ran ran = script().run(returning("secret('API_KEY')"));
    assertTrue(ScriptFile.json(ran).path("isError").booleanValue(false), ran.toString());
    assertTrue(ran.out().contains("The tool mine needs the environment variable API_KEY"));
  }

  @Test
  void a_signal_aborts_and_what_listens_may_clean_up() {
    Ran ran =
        script()
            .run(
                BEGIN
                    + """
                    tool({ name: 'mine' }, async (args, { signal }) => {
                      const aborted = new Promise((done) => signal.addEventListener('abort', done));
                      setTimeout(() => process.kill(process.pid, 'SIGTERM'), 1);
                      await aborted;
                      process.stderr.write('cleaned');
                      return 'too late';
                    });
                    """);
    assertEquals(new Ran(143, "", "cleaned"), ran);
  }

  @Test
  void a_signal_ends_at_once_what_does_not_listen() {
    Ran ran =
        script()
            .run(
                returning(
                    "setTimeout(() => process.kill(process.pid, 'SIGTERM'), 1),"
                        + " await new Promise((done) => setTimeout(done, 60_000))"));
    assertEquals(new Ran(143, "", ""), ran);
  }

  @Test
  void a_prompt_returns_messages_and_its_failure_is_an_exit_code() {
    String script =
        BEGIN
            + "prompt(({ code }) => { if (code === 'bad') throw new ToolError('no such code');"
            + " return ['Review ' + code, assistant({ type: 'text', text: 'ok' })]; });\n";
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
            .run(BEGIN + "completion(({ value, context }) => [value + context.k, 1]);\n");
    assertEquals(new Ran(0, "[\"av\",\"1\"]", ""), ran);
  }
}
