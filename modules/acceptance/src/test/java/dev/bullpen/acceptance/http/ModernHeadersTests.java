package dev.bullpen.acceptance.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.Requests;
import dev.bullpen.testkit.rig.HttpRig;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.ToolScripts;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the headers of a request of 2026-07-28 say is what its body says, or it is refused. */
@Tag("promise")
class ModernHeadersTests {
  private static final int MISMATCH = -32020;
  private static final int UNSUPPORTED_VERSION = -32022;
  private static final int INVALID_PARAMS = -32602;

  /** The server has 32 for its connections. */
  private static final int MORE_THAN_THREADS = 40;

  @AutoClose
  static final HttpRig RIG =
      HttpRig.start(ModernHeadersTests::project, launcher -> launcher.workers(2, 2));

  private static void project(ProjectFixture project) {
    project
        .tool("hello", ToolScripts.HELLO)
        .file("resources/note.txt", "one\n")
        .tool(
            "routed",
            "{'inputSchema':{'type':'object','properties':{"
                + "'region':{'type':'string','x-mcp-header':'Region'},"
                + "'count':{'type':'integer','x-mcp-header':'Count'},"
                + "'dry':{'type':'boolean','x-mcp-header':'Dry'},"
                + "'in':{'type':'object','properties':{"
                + "'here':{'type':'string','x-mcp-header':'Deep'}}}}}}",
            ToolScripts.HELLO);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mcp-method: tools/call",
        "MCP-PROTOCOL-VERSION: 2026-07-28",
        "Mcp-Name:  \t hello \t ",
        "Mcp-Name: =?base64?aGVsbG8=?=",
        "Mcp-Method: =?base64?dG9vbHMvY2FsbA==?=",
        "+Mcp-Param-Unknown: x",
        "Mcp-Session-Id: none-such",
        "Last-Event-ID: 1-1",
      })
  void headers_that_agree_or_mean_nothing_here_are_served(String edit) {
    HttpReply reply = RIG.send(RIG.tool("hello", "{}").edited(edit));
    assertEquals("hello\n", reply.response().at("/result/content/0/text").asString(""));
    assertEquals(200, reply.status());
    assertEquals("", reply.header(HttpCall.SESSION_ID));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-MCP-Protocol-Version",
        "MCP-Protocol-Version: 2025-11-25",
        "MCP-Protocol-Version: 2099-01-01",
        "+MCP-Protocol-Version: 2026-07-28",
        "-Mcp-Method",
        "Mcp-Method: tools/list",
        "Mcp-Method: Tools/Call",
        "+Mcp-Method: tools/call",
        "-Mcp-Name",
        "Mcp-Name: Hello",
        "Mcp-Name: routed",
        "Mcp-Name: hello, hello",
        "+Mcp-Name: hello",
        "Mcp-Name: hell\u00f6",
        "Mcp-Name: =?BASE64?aGVsbG8=?=",
        "Mcp-Name: =?base64?aGVsbG8?=",
        "Mcp-Name: =?base64?!!!!?=",
        "Mcp-Name: =?base64?/w==?=",
        "Mcp-Name: =?base64?=",
      })
  void headers_that_do_not_agree_are_refused(String edit) {
    refused(400, MISMATCH, RIG.tool("hello", "{}").edited(edit));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "prompts/get    | {'name':'fast'}               | Fast",
        "resources/read | {'uri':'file:///none/such'}   | file:///none/Such",
        "tools/list     | {}                            | ''",
      })
  void what_is_named_is_compared_where_there_is_a_name(String method, String params, String other) {
    HttpCall call = RIG.modern(method, Messages.json(params));
    JsonNode response = RIG.send(call).response();
    assertFalse(response.at("/error/code").asInt(0) == MISMATCH, response.toString());
    if (!other.isEmpty()) {
      refused(400, MISMATCH, call.header("Mcp-Name", other));
      refused(400, MISMATCH, call.without("Mcp-Name"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'region':'eu'}        | Region: eu                  | true",
        "{'region':'eu'}        | region: eu                  | true",
        "{'region':'\u00e9 '}   | Region: =?base64?w6kg?=     | true",
        "{'region':'eu'}        | Region: EU                  | false",
        "{'region':'eu'}        | Other: eu                   | false",
        "{'region':'eu'}        | Region: =?base64?ZXU?=      | false",
        "{}                     | Other: eu                   | true",
        "{'count':42}           | Count: 42                   | true",
        "{'count':42}           | Count: 42.0                 | true",
        "{'count':42}           | Count: 43                   | false",
        "{'count':42}           | Count: forty-two            | false",
        "{'count':42}           | Count: 1e999999999          | false",
        "{'region':{}}          | Region: {}                  | false",
        "{'region':['eu']}      | Region: eu                  | false",
        "{'dry':true}           | Dry: true                   | true",
        "{'dry':true}           | Dry: True                   | false",
        "{'dry':false}          | Dry: true                   | false",
        "{'in':{'here':'x'}}    | Deep: x                     | true",
        "{'in':{'here':'x'}}    | Deep: y                     | false",
        "{'in':{}}              | Other: y                    | true",
      })
  void arguments_that_a_tool_has_in_headers_are_compared(
      String arguments, String header, boolean isServed) {
    HttpCall call = RIG.tool("routed", arguments).edited("Mcp-Param-" + header);
    if (isServed) {
      assertEquals("hello\n", RIG.send(call).response().at("/result/content/0/text").asString(""));
    } else {
      refused(400, MISMATCH, call);
    }
  }

  @Test
  void an_argument_that_is_null_is_expected_in_no_header() {
    JsonNode response = RIG.send(RIG.tool("routed", "{'region':null}")).response();
    assertFalse(response.at("/error/code").asInt(0) == MISMATCH, response.toString());
  }

  @Tag("slow")
  @Test
  @Needs("bash")
  void until_the_project_has_been_read_calls_wait_and_a_ping_does_not() {
    String hook =
        "#!/usr/bin/env bash\nmkfifo \"$MCP_TEST_GATE.hook\"\necho 'hook runs' >\"$MCP_TEST_GATE\"\n"
            + "read -r word <\"$MCP_TEST_GATE.hook\"\n"
            + "mcp_register_tool '{\"name\":\"hello\",\"description\":\"Hello\",\"path\":\"hello/tool.sh\"}'\n";
    try (HttpRig rig =
        HttpRig.startUnread(
            project ->
                project
                    .unregistered()
                    .tool("hello", ToolScripts.HELLO)
                    .script("server.d/register.sh", hook),
            launcher ->
                launcher
                    .workers(2, 2)
                    .with("--anonymous")
                    .environment("MCPBASH_ALLOW_PROJECT_HOOKS", "true"),
            Optional.empty())) {
      rig.ready("hook", 1);
      List<HttpReply> calls =
          IntStream.range(0, MORE_THAN_THREADS)
              .mapToObj(i -> rig.send(rig.tool("hello", "{}")))
              .toList();
      assertEquals(200, rig.send(rig.modern("server/discover", Json.object())).status());
      rig.gate().letThrough("hook", "go");
      for (HttpReply call : calls) {
        assertEquals("hello\n", call.response().at("/result/content/0/text").asString(""));
      }
    }
  }

  @Test
  void an_initialize_is_of_the_legacy_era_whatever_its_header_names() {
    ObjectNode params = Messages.initialize("2025-11-25", Json.object());
    HttpCall call =
        HttpCall.post(Revision.V2025_11_25, Json.text(RIG.request("initialize", params)))
            .header("MCP-Protocol-Version", "2026-07-28");
    HttpReply reply = RIG.send(call);
    assertEquals("2025-11-25", reply.response().at("/result/protocolVersion").asString(""));
    assertFalse(reply.header(HttpCall.SESSION_ID).isEmpty());
  }

  @Test
  void a_revision_that_is_not_served_is_answered_with_those_that_are() {
    ObjectNode params = Messages.json("{" + Requests.ENVELOPE.replace("2026", "2099") + "}");
    HttpCall call =
        HttpCall.modern(RIG.request("tools/list", params))
            .header("MCP-Protocol-Version", "2099-07-28");
    JsonNode data = refused(400, UNSUPPORTED_VERSION, call).at("/error/data");
    assertEquals("2099-07-28", data.path("requested").asString(""));
    assertEquals(Messages.value("['2026-07-28']"), data.path("supported"));
  }

  @Test
  void an_unknown_method_is_not_found() {
    refused(404, -32601, RIG.modern("no/such", Json.object()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{'_meta':{}}", "{'_meta':{V}}", "{'_meta':{C}}", "{'_meta':{V,C}}"})
  void an_envelope_is_whole_or_refused(String params) {
    String text = params.replace("V", Requests.VERSION).replace("C", Requests.CAPABILITIES);
    HttpCall call = HttpCall.modern(RIG.request("tools/list", Messages.json(text)));
    if (params.contains("V,C")) {
      assertEquals(200, RIG.send(call).status(), "the client's name is optional");
    } else {
      refused(400, INVALID_PARAMS, call);
    }
  }

  /** With that status and error, for the id of the request. */
  private static JsonNode refused(int status, int code, HttpCall call) {
    HttpReply reply = RIG.send(call);
    JsonNode response = reply.response();
    assertEquals(code, response.at("/error/code").asInt(0), response.toString());
    assertEquals(status, reply.status());
    assertEquals("application/json", reply.header("Content-Type"));
    assertEquals(Messages.value(call.body()).get("id"), response.get("id"));
    return response;
  }
}
