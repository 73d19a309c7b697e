package dev.bullpen.acceptance.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Diagnosis;
import dev.bullpen.testkit.client.Line;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.client.Transcript;
import dev.bullpen.testkit.fixture.ForEachRevision;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Arguments are held against the schema before anything is started: TL-05 to TL-07, TL-23. A schema
 * that clients cannot use costs its tool that schema, and no other tool anything.
 */
@Tag("promise")
class ToolInputTests {
  @RegisterExtension
  static final Rigs RIGS = new Rigs(ToolInputTests::project, launcher -> launcher.workers(1, 1));

  private static final String STARTS = ToolScripts.READY + "ready\n" + ToolScripts.ARGUMENTS;

  private static final String CITY =
      "'token':{'type':'string'},'city':{'type':'string','minLength':2},"
          + "'days':{'type':'integer','minimum':1,'maximum':14},'unit':{'enum':['C','F']}";

  /** Of tools whose output schema is the same. */
  private static final Map<String, String> SCHEMAS = new TreeMap<>();

  static {
    SCHEMAS.put("good", "{'type':'object','properties':{'n':{'type':'integer'}}}");
    for (String unusable :
        List.of(
            "{'x':{'type':'int'}}",
            "{'x':{'$ref':'#/$defs/nowhere'}}",
            "{'x':{'$ref':'https://example.org/x'}}",
            "{'x':{'pattern':'(?P<x>a)'}}",
            "{'x':{'required':true}}",
            "{'x':{'minimum':1,'exclusiveMinimum':true}}",
            "{'x':'string'}",
            "[]",
            "{},'$schema':'https://example.org/dialect'")) {
      SCHEMAS.put("wrong-" + SCHEMAS.size(), "{'type':'object','properties':" + unusable + "}");
    }
    // What can be used here, and not by the official TypeScript client.
    for (String refused :
        List.of(
            "'properties':{'x':{'pattern':'(?i)a'}}",
            "'properties':{'x':{'enum':[]}}",
            "'properties':{'x':{'nullable':true}}",
            "'id':'x'")) {
      SCHEMAS.put("refused-" + SCHEMAS.size(), "{'type':'object'," + refused + "}");
    }
  }

  private static void project(ProjectFixture project) {
    SCHEMAS.forEach(
        (name, schema) ->
            project.tool(
                name,
                "{'inputSchema':%1$s,'outputSchema':%1$s}".formatted(schema),
                "echo '{\"n\":1}'\n"));
    project
        .tool(
            "weather",
            "{'inputSchema':{'type':'object','properties':{"
                + CITY
                + "},'required':['city'],'additionalProperties':false}}",
            STARTS)
        .tool(
            "draft-07",
            "{'inputSchema':{'$schema':'http://json-schema.org/draft-07/schema#','type':'object',"
                + "'definitions':{'n':{'type':'integer'}},'properties':{'n':{'$ref':"
                + "'#/definitions/n'}},'dependencies':{'n':['m']}}}",
            STARTS)
        .tool(
            "unknown-dialect",
            "{'inputSchema':{'$schema':'https://example.com/no-such','type':'object'}}",
            STARTS)
        .tool(
            "hostile-pattern",
            "{'inputSchema':{'type':'object','properties':{'s':{'pattern':'^((a+)+)+$'}}}}",
            STARTS)
        .tool("open", STARTS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | city",
        "{'city':7} | city",
        "{'city':null} | city",
        "{'city':'x'} | city",
        "{'city':'Paris','days':0} | days",
        "{'city':'Paris','days':15} | days",
        "{'city':'Paris','days':1.5} | days",
        "{'city':'Paris','days':'3'} | days",
        "{'city':'Paris','unit':'K'} | unit",
        "{'city':'Paris','extra':1} | extra"
      })
  void tl_23_a_violation_is_a_result_that_names_the_field(String arguments, String field) {
    for (Revision revision : Revision.tested().toList()) {
      Answer answer = RIGS.of(revision).client().callTool("weather", arguments);
      assertTrue(answer.isError(), revision + ": " + answer.message());
      assertTrue(answer.text().contains(field), revision + ": " + answer.text());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'days':1}", "{'days':14,'unit':'F'}", "{'days':1.0}", "{}"})
  void tl_23_what_is_within_the_schema_is_run(String arguments) {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    var given = Messages.json(arguments);
    given.put("city", "Pa");
    Answer answer = rig.client().call("tools/call", Messages.callTool("weather", given.toString()));
    assertFalse(answer.isError(), answer.message().toString());
  }

  @ForEachRevision
  void tl_23_and_se_01_the_script_is_not_started(Revision revision) {
    Rig rig = RIGS.of(revision);
    Job refused = rig.sendTool("weather"); // a token, but no city
    assertTrue(rig.await(refused).isError());
    Job served =
        rig.sendTool(
            "weather",
            Messages.json("{'arguments':{'token':'%s','city':'Rome'}}", rig.freshToken()));
    assertFalse(rig.await(served).isError());
    assertEquals(
        List.of(), rig.gate().await(refused.token(), 1, Deadline.in(Duration.ofMillis(100))));
  }

  @Test
  void tl_05_the_dialect_decides() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    assertTrue(rig.client().callTool("draft-07", "{'n':'x','m':1}").isError());
    assertTrue(rig.client().callTool("draft-07", "{'n':1}").isError(), "dependencies");
    assertFalse(rig.client().callTool("draft-07", "{'n':1,'m':1}").isError());
    Answer unknown = rig.client().callTool("unknown-dialect", "{}");
    assertTrue(unknown.failed() || unknown.isError(), unknown.message().toString());
    assertTrue(unknown.message().toString().contains("example.com/no-such"), "which dialect");
  }

  @Test
  void tl_06_nothing_is_fetched() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String reference = "http://127.0.0.1:" + socket.getLocalPort() + "/x";
      try (Rig rig =
          Rig.start(
              project ->
                  project.tool(
                      "remote",
                      "{'inputSchema':{'type':'object','properties':{'a':{'$ref':'"
                          + reference
                          + "'}}}}",
                      STARTS),
              launcher -> launcher.workers(1, 1))) {
        Answer answer = rig.client().callTool("remote", "{'a':1}");
        assertTrue(answer.failed() || answer.isError(), answer.message().toString());
      }
      socket.setSoTimeout(1); // whoever connected while the server lived would be waiting here
      assertThrows(SocketTimeoutException.class, socket::accept);
    }
  }

  @Test
  void se_07_a_hostile_pattern_ends_in_time_and_holds_up_nobody() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    String text = "a".repeat(40) + "!";
    long id =
        rig.client()
            .send("tools/call", Messages.callTool("hostile-pattern", "{'s':'" + text + "'}"));
    long ping = rig.client().send("ping", Messages.json("{}"));
    Answer answer = rig.client().await(id, Duration.ofSeconds(10));
    assertTrue(answer.failed() || answer.isError(), answer.message().toString());
    assertTrue(place(rig, ping) < place(rig, id), "the ping was answered behind it");
  }

  /** Where the answer to a request stands among all that was received. */
  private static int place(Rig rig, long id) {
    Transcript transcript = rig.process().transcript();
    Line answer =
        transcript
            .awaitResponse(Long.toString(id), Deadline.in(McpClient.PATIENCE))
            .orElseThrow(() -> Diagnosis.failure(rig.process(), "no answer to " + id));
    return transcript.received().indexOf(answer);
  }

  @ForEachRevision
  void numbers_and_the_order_of_members_reach_the_script_unchanged(Revision revision) {
    String arguments =
        "{\"z\":9007199254740993,\"a\":1.50,\"m\":{\"y\":100.0,\"b\":[true,null]},\"e\":\"é\"}";
    Answer answer = RIGS.of(revision).client().callTool("open", arguments);
    assertEquals(arguments + "\n", answer.text());
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void no_client_sees_a_schema_that_it_cannot_use(Revision revision) {
    Map<String, JsonNode> tools = new HashMap<>();
    RIGS.of(revision)
        .client()
        .call("tools/list", Messages.json("{}"))
        .result()
        .path("tools")
        .forEach(tool -> tools.put(tool.path("name").stringValue(""), tool));
    tools.keySet().retainAll(SCHEMAS.keySet());
    assertEquals(SCHEMAS.keySet(), tools.keySet());
    tools.forEach(
        (name, tool) -> {
          assertEquals(name.equals("good"), tool.has("outputSchema"), tool.toString());
          if (name.startsWith("wrong")) {
            assertTrue(tool.path("inputSchema").path("properties").isEmpty(), tool.toString());
            assertFalse(tool.path("inputSchema").has("$schema"), tool.toString());
          }
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void the_tools_work_all_the_same(Revision revision) {
    for (String name : List.of("good", "wrong-1", "refused-10")) {
      Answer answer = RIGS.of(revision).client().callTool(name, "{}");
      assertFalse(answer.isError(), answer.message().toString());
      assertTrue(answer.text().startsWith("{\"n\":1}"), answer.message().toString());
    }
  }
}
