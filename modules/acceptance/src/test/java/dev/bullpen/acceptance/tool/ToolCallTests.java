package dev.bullpen.acceptance.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.ForEachRevision;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.ToolScripts;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * What becomes of what a tool prints and of how it ends: TL-15 to TL-22, TL-24, TL-25, MT-05,
 * SE-04.
 */
@Tag("promise")
class ToolCallTests {
  @RegisterExtension
  static final Rigs RIGS = new Rigs(ToolCallTests::project, launcher -> launcher.workers(1, 1));

  private static final String OUTPUT_SCHEMA =
      "{'outputSchema':{'type':'object','properties':{'n':{'type':'integer'}},'required':['n']}}";
  private static final String TEXT =
      "{\"type\":\"text\",\"text\":\"words\",\"_meta\":{\"com.example/k\":1},\"annotations\":"
          + "{\"audience\":[\"user\"],\"priority\":0.5,\"lastModified\":\"2025-01-12T15:00:58Z\"}}";
  private static final String IMAGE =
      "{\"type\":\"image\",\"data\":\"iVBORw0KGgo=\",\"mimeType\":\"image/png\"}";
  private static final String AUDIO =
      "{\"type\":\"audio\",\"data\":\"UklGRg==\",\"mimeType\":\"audio/wav\"}";
  private static final String EMBEDDED =
      "{\"type\":\"resource\",\"resource\":{\"uri\":\"x:///a.txt\",\"mimeType\":\"text/plain\","
          + "\"text\":\"inside\"}}";
  private static final String BLOB =
      "{\"type\":\"resource\",\"resource\":{\"uri\":\"x:///a.bin\",\"mimeType\":"
          + "\"application/octet-stream\",\"blob\":\"AAEC\"}}";
  private static final String LINK =
      "{\"type\":\"resource_link\",\"uri\":\"x:///linked\",\"name\":\"linked\",\"mimeType\":"
          + "\"text/plain\"}";
  private static final String LIST = ">\"$MCP_TOOL_RESOURCES_FILE\"\necho done\n";

  private static void project(ProjectFixture project) {
    declared(project);
    whole(project);
    embedding(project);
    project
        .tool("hello", ToolScripts.HELLO)
        .tool("silent", "exit 0\n")
        .tool("object", "printf '{\"b\": 1.50, \"a\":[]}\\n'\n")
        .tool("failing", "echo partial; echo 'no such host' >&2; exit 7\n")
        .tool("failing-silently", "exit 3\n")
        .tool("killed", "kill -9 $$\n")
        .tool("reads", "cat; echo done\n")
        .tool("where", "pwd -P\n")
        .tool(
            "refuses",
            "printf '{\"code\":-32602,\"message\":\"no such"
                + " city\",\"data\":{\"city\":\"Atlantis\"}}' >\"$MCP_TOOL_ERROR_FILE\"\n"
                + "exit 1\n")
        .tool("refuses-in-prose", "echo 'not json' >\"$MCP_TOOL_ERROR_FILE\"\n")
        .tool("not-utf8", "printf 'a\\377b\\n'\n")
        .tool("lines", "printf 'one\\r\\ntwo\\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\\n'\n")
        .tool("plain", "")
        .file("tools/plain/tool.sh", "[[ $0 == */plain/tool.sh ]] && echo 'bash ran it'\n")
        .tool("noisy", "echo 'all is well' >&2; echo hello\n");
  }

  @ForEachRevision
  void what_it_prints_is_one_text_to_the_byte(Revision revision) {
    Answer answer = call(revision, "hello");
    assertEquals("hello\n", answer.text(), answer.message().toString());
    assertFalse(answer.isError());
    assertFalse(answer.result().has("structuredContent"));
    assertEquals(0, answer.meta().path("exitCode").asInt(-1), answer.message().toString());
  }

  @ForEachRevision
  void tl_18_content_is_there_even_if_it_prints_nothing(Revision revision) {
    Answer answer = call(revision, "silent");
    assertTrue(answer.result().path("content").isArray(), answer.message().toString());
    assertEquals("", answer.text());
  }

  @ForEachRevision
  void an_object_is_structured_for_who_knows_that_and_text_for_everybody(Revision revision) {
    Answer answer = call(revision, "object");
    assertEquals("{\"b\": 1.50, \"a\":[]}\n", answer.text());
    boolean known = revision.compareTo(Revision.V2025_06_18) >= 0;
    assertEquals(known ? "{\"b\":1.50,\"a\":[]}" : "", answer.structured().toString());
  }

  @ForEachRevision
  void tl_25_a_failure_is_a_result_with_its_exit_code_and_what_it_complained(Revision revision) {
    Answer answer = call(revision, "failing");
    assertTrue(answer.isError(), answer.message().toString());
    assertEquals(7, answer.meta().path("exitCode").asInt(-1), answer.message().toString());
    assertEquals("no such host", answer.meta().path("stderr").asString("").trim());
    assertFalse(answer.text().isBlank(), "nothing readable: " + answer.message());
  }

  @Test
  void tl_25_a_failure_without_a_word_still_says_something() {
    Answer answer = call(Revision.V2025_11_25, "failing-silently");
    assertTrue(answer.isError(), answer.message().toString());
    assertEquals(3, answer.meta().path("exitCode").asInt(-1));
    assertFalse(answer.text().isBlank(), answer.message().toString());
    assertFalse(answer.text().contains("/"), "a path: " + answer.text());
  }

  @Test
  void a_signal_is_a_failure_with_the_code_a_shell_would_give_it() {
    Answer answer = call(Revision.V2025_11_25, "killed");
    assertTrue(answer.isError(), answer.message().toString());
    assertEquals(137, answer.meta().path("exitCode").asInt(-1), answer.message().toString());
  }

  @Test
  void what_it_says_on_standard_error_is_told_beside_the_result() {
    Answer answer = call(Revision.V2025_11_25, "noisy");
    assertEquals("hello\n", answer.text());
    assertEquals("all is well", answer.meta().path("stderr").asString("").trim());
  }

  @Test
  void its_standard_input_is_empty_and_its_folder_is_the_project() {
    assertEquals("done\n", call(Revision.V2025_11_25, "reads").text());
    assertTrue(call(Revision.V2025_11_25, "where").text().endsWith("/project\n"));
  }

  @Test
  void a_text_that_does_not_say_what_runs_it_is_run_by_bash_as_it_always_was() {
    assertEquals("bash ran it\n", call(Revision.V2025_11_25, "plain").text());
  }

  @ForEachRevision
  void a_script_may_ask_for_an_error_of_its_own(Revision revision) {
    Answer answer = call(revision, "refuses");
    assertEquals(-32602, answer.code().orElse(0), answer.message().toString());
    assertEquals("no such city", answer.errorText());
    assertEquals("Atlantis", answer.data().path("city").asString(""));
    assertEquals(-32603, call(revision, "refuses-in-prose").code().orElse(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"not-utf8", "lines"})
  void se_03_whatever_it_prints_stays_within_its_line(String tool) {
    Answer answer = call(Revision.V2025_11_25, tool);
    assertFalse(answer.failed(), answer.message().toString());
    assertFalse(answer.text().isBlank());
    assertEquals("hello\n", call(Revision.V2025_11_25, "hello").text());
  }

  @ForEachRevision
  void tl_22_an_unknown_tool_is_an_error(Revision revision) {
    for (String name : List.of("no-such", "", "../hello", "hello ", "HELLO", "tools/hello")) {
      Answer answer = call(revision, name);
      assertEquals(-32602, answer.code().orElse(0), name + ": " + answer.message());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}",
        "{'arguments':{}}",
        "{'name':7}",
        "{'name':null}",
        "{'name':['hello']}",
        "{'name':'hello','arguments':[]}",
        "{'name':'hello','arguments':'x'}",
        "{'name':'hello','arguments':7}",
        "{'name':'hello','arguments':false}"
      })
  void tl_24_params_that_are_no_call_are_refused(String params) {
    for (Revision revision : Revision.values()) {
      Answer answer = RIGS.of(revision).client().call("tools/call", Messages.json(params));
      assertEquals(-32602, answer.code().orElse(0), revision + ": " + answer.message());
    }
  }

  @ForEachRevision
  void mt_05_a_meta_that_is_no_object_is_refused(Revision revision) {
    for (String meta : List.of("7", "'x'", "[]")) {
      Answer answer =
          RIGS.of(revision)
              .client()
              .call("tools/call", Messages.json("{'name':'hello','_meta':%s}", meta));
      // Without its envelope a stateless request is none of a session's either.
      assertEquals(-32602, answer.code().orElse(0), revision + ": " + answer.message());
    }
  }

  @ForEachRevision
  void tl_24_absent_arguments_are_empty_ones(Revision revision) {
    Answer answer =
        RIGS.of(revision).client().call("tools/call", Messages.json("{'name':'hello'}"));
    assertEquals("hello\n", answer.text(), answer.message().toString());
  }

  private static Answer call(Revision revision, String tool) {
    return RIGS.of(revision).client().callTool(tool, "{}");
  }

  private static void declared(ProjectFixture project) {
    prints(project, "right", "{\"n\":1}");
    prints(
        project,
        "right-whole",
        "{\"content\":[],\"structuredContent\":{\"n\":1},\"isError\":false}");
    prints(project, "wrong-type", "{\"n\":\"secret\"}");
    prints(project, "wrong-missing", "{}");
    prints(project, "wrong-prose", "one");
    prints(project, "wrong-nothing", "");
    prints(project, "wrong-whole", "{\"content\":[],\"structuredContent\":{},\"isError\":false}");
    prints(project, "whole-without", "{\"content\":[],\"isError\":false}");
    prints(project, "wrong-cut", "{\"n\":1");
    prints(project, "wrong-deep", "[".repeat(257) + "]".repeat(257));
    prints(
        project,
        "failed-structured",
        "{\"content\":[],\"structuredContent\":{\"why\":\"no\"},\"isError\":true}");
    prints(
        project,
        "failed-fitting",
        "{\"content\":[],\"structuredContent\":{\"n\":1,\"hint\":\"try 2\"},\"isError\":true}");
    project.tool("late", OUTPUT_SCHEMA.replaceFirst(".$", ",'timeoutSecs':1}"), "exec sleep 60\n");
    for (String kind : new String[] {"null", "[]", "\"x\"", "0", "false"}) {
      project.tool(nameOf(kind), "{'outputSchema':{}}", "echo '" + kind + "'\n");
    }
  }

  private static void prints(ProjectFixture project, String name, String output) {
    project.tool(name, OUTPUT_SCHEMA, "cat <<'END'\n" + output + "\nEND\n");
  }

  private static String nameOf(String kind) {
    return "any-" + kind.replaceAll("[^a-z0-9]", "-");
  }

  static Stream<Revision> withStructuredContent() {
    return Size.first(2, Revision.V2025_11_25, Revision.V2026_07_28, Revision.V2025_06_18);
  }

  @ParameterizedTest
  @MethodSource("withStructuredContent")
  void tl_15_what_conforms_is_structured(Revision revision) {
    for (String tool : new String[] {"right", "right-whole"}) {
      Answer answer = call(revision, tool);
      assertFalse(answer.isError(), answer.message().toString());
      assertEquals("{\"n\":1}", Json.text(answer.structured()), tool);
    }
  }

  @Test
  void tl_17_and_is_there_as_text_too() {
    assertEquals("{\"n\":1}", call(Revision.V2025_11_25, "right").text().trim());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"wrong-type", "wrong-missing", "wrong-prose", "wrong-nothing", "wrong-whole"})
  void tl_15_what_does_not_is_a_failure_in_every_revision(String tool) {
    for (Revision revision : Revision.tested().toList()) {
      Answer answer = call(revision, tool);
      assertTrue(answer.isError(), revision + ": " + answer.message());
      assertFalse(answer.text().isBlank(), revision + ": " + answer.message());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "wrong-prose|the output is not one JSON value; it begins \"one\". Print diagnostics to stderr.",
        "wrong-nothing|the output is not one JSON value; it is empty",
        "wrong-cut|the output is not one JSON value: line ",
        "wrong-deep|the output is not one JSON value: nested deeper than 256",
        "whole-without|its structuredContent is missing, and {} does not fit:"
      })
  void tl_15_who_is_to_mend_it_is_told_what_is_wrong(String tool, String why) {
    String text = call(Revision.V2025_11_25, tool).text();
    assertTrue(text.startsWith("The tool's result does not fit its outputSchema:\n" + why), text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "[]", "\"x\"", "0", "false"})
  void tl_16_any_value_may_be_structured_for_the_newest_and_objects_before(String kind) {
    Answer modern = call(Revision.V2026_07_28, nameOf(kind));
    assertTrue(modern.result().has("structuredContent"), modern.message().toString());
    assertEquals(kind, Json.text(modern.structured()));
    for (Revision revision : Size.first(1, Revision.V2025_11_25, Revision.V2025_06_18).toList()) {
      Answer legacy = call(revision, nameOf(kind));
      assertFalse(legacy.isError(), legacy.message().toString());
      assertFalse(legacy.result().has("structuredContent"), legacy.message().toString());
      assertEquals(kind, legacy.text().trim());
    }
  }

  @ForEachRevision
  void an_error_that_does_not_fit_the_output_schema_has_no_structured_content(Revision revision) {
    for (String tool : new String[] {"late", "failed-structured"}) {
      Answer answer = call(revision, tool);
      assertTrue(answer.isError(), answer.message().toString());
      assertFalse(answer.result().has("structuredContent"), answer.message().toString());
      assertFalse(answer.text().isBlank(), answer.message().toString());
      assertTrue(
          answer.result().path("_meta").path("dev.bullpen/structuredContent").isObject(),
          answer.message().toString());
    }
  }

  @ParameterizedTest
  @MethodSource("withStructuredContent")
  void an_error_that_fits_the_output_schema_has_its_structured_content(Revision revision) {
    Answer answer = call(revision, "failed-fitting");
    assertTrue(answer.isError(), answer.message().toString());
    assertEquals("{\"n\":1,\"hint\":\"try 2\"}", Json.text(answer.structured()));
  }

  private static void whole(ProjectFixture project) {
    printsResult(project, "everything", TEXT, IMAGE, AUDIO, EMBEDDED, BLOB, LINK);
    printsResult(
        project,
        "broken",
        "{\"type\":\"hologram\",\"data\":\"x\"}",
        "{\"type\":\"image\"}",
        "{\"type\":\"text\",\"text\":7}",
        "{\"type\":\"resource\",\"resource\":{\"uri\":\"x:y\"}}",
        "{\"type\":\"resource_link\",\"uri\":\"x:y\"}",
        "\"a string\"",
        "null");
    project.tool(
        "more-than-defined",
        "echo '{\"content\":[{\"type\":\"text\",\"text\":\"t\",\"colour\":\"red\"}],\"isError\":false,\"resultType\":\"strange\",\"ttlMs\":5,\"surprise\":1,\"_meta\":{\"com.example/mine\":1,\"io.modelcontextprotocol/serverInfo\":{\"name\":\"impostor\",\"version\":\"0\"}}}'\n");
  }

  private static void printsResult(ProjectFixture project, String name, String... blocks) {
    project.tool(
        name,
        "cat <<'END'\n{\"content\":[" + String.join(",", blocks) + "],\"isError\":false}\nEND\n");
  }

  @ForEachRevision
  void tl_19_each_revision_gets_the_content_types_it_defines(Revision revision) {
    List<String> expected =
        switch (revision) {
          case V2024_11_05 -> List.of("text", "image", "text", "resource", "resource", "text");
          case V2025_03_26 -> List.of("text", "image", "audio", "resource", "resource", "text");
          default -> List.of("text", "image", "audio", "resource", "resource", "resource_link");
        };
    assertEquals(expected, types(call(revision, "everything")));
  }

  @ForEachRevision
  void blocks_that_nobody_defines_become_words(Revision revision) {
    Answer answer = call(revision, "broken");
    assertFalse(answer.failed(), answer.message().toString());
    assertEquals(7, answer.result().get("content").size(), answer.message().toString());
    assertTrue(types(answer).stream().allMatch("text"::equals), answer.message().toString());
  }

  @ForEachRevision
  void mt_05_members_nobody_defines_are_dropped_and_reserved_ones_are_the_servers(
      Revision revision) {
    Answer answer = call(revision, "more-than-defined");
    assertEquals("t", answer.text(), answer.message().toString());
    assertEquals(1, answer.meta().path("com.example/mine").asInt(0), answer.message().toString());
    assertFalse(answer.message().toString().contains("impostor"), answer.message().toString());
    assertFalse(answer.result().has("ttlMs"), "ME: no cache hints on a call");
    assertEquals(
        revision.handshake() ? "" : "complete", answer.result().path("resultType").asString(""));
  }

  private static List<String> types(Answer answer) {
    return StreamSupport.stream(answer.result().path("content").spliterator(), false)
        .map(block -> block.get("type").stringValue())
        .toList();
  }

  private static void embedding(ProjectFixture project) {
    project
        .file("data/note.txt", "caf\u00e9\n")
        .file("data/a b%.json", "{\"a\":1}\n")
        .tool("json", "echo '[\"data/note.txt\",{\"path\":\"data/a b%.json\"}]' " + LIST)
        .tool("outside", "echo '[\"/etc/passwd\",\"../gate\",\"data/none\"]' " + LIST)
        .tool("linked-outside", "ln -sf /etc/passwd data/link\necho '[\"data/link\"]' " + LIST)
        .tool("nonsense", "echo '{\"a\":1}' " + LIST);
  }

  @ForEachRevision
  void text_files_are_embedded_as_they_are(Revision revision) {
    List<JsonNode> resources = resources(call(revision, "json"));
    assertEquals(2, resources.size(), resources.toString());
    JsonNode note = resources.get(0);
    assertEquals("caf\u00e9\n", note.get("text").stringValue());
    assertEquals("text/plain", note.get("mimeType").stringValue());
    String uri = note.get("uri").stringValue();
    assertEquals("file:///", uri.substring(0, 8));
    assertEquals("/project/data/note.txt", uri.substring(uri.indexOf("/project/")));
    String odd = resources.get(1).get("uri").stringValue();
    assertEquals("/data/a%20b%25.json", odd.substring(odd.indexOf("/data/")));
    assertEquals("done\n", call(revision, "json").text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"outside", "linked-outside", "nonsense"})
  void se_04_nothing_else_is(String tool) {
    Answer answer = call(Revision.V2025_11_25, tool);
    assertFalse(answer.isError(), answer.message().toString());
    assertEquals(List.of(), resources(answer), answer.message().toString());
    assertFalse(answer.message().toString().contains("root:"), answer.message().toString());
  }

  private static List<JsonNode> resources(Answer answer) {
    return StreamSupport.stream(answer.result().path("content").spliterator(), false)
        .filter(block -> block.get("type").stringValue().equals("resource"))
        .map(block -> block.get("resource"))
        .toList();
  }
}
