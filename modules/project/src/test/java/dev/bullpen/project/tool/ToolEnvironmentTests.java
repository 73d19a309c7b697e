package dev.bullpen.project.tool;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.Project;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.script.RequestVariables;
import dev.bullpen.project.script.RequestVariables.Request;
import dev.bullpen.project.script.Roots;
import dev.bullpen.project.script.Roots.Root;
import dev.bullpen.project.script.ScriptEnvironment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class ToolEnvironmentTests extends ProjectTest {
  private static final String SECRET = "0123456789abcdef0123456789abcdef";

  private ObjectNode meta = Json.object();
  private Optional<String> token = Optional.empty();
  private Optional<ObjectNode> inputResponses = Optional.empty();
  private Optional<JsonNode> requestState = Optional.empty();
  private Roots roots = new Roots(List.of());
  private List<String> offers = List.of();

  @BeforeEach
  void a_project_with_a_tool() throws IOException {
    project.tool("x");
    // A server that runs in a shell of the build would bring variables of its own.
    project.env.put("HOME", "/home/someone");
  }

  private static ObjectNode json(String text) throws JsonException {
    return (ObjectNode) Json.parse(text);
  }

  private Map<String, String> common() {
    return project.open().scriptEnvironment().ofTool();
  }

  private RequestVariables variables(ObjectNode arguments) throws RefusedException {
    Project open = project.open();
    return open.catalog()
        .tool("x")
        .orElseThrow()
        .variables(
            open.scriptEnvironment(),
            new Request(arguments, meta, offers, inputResponses, requestState),
            token,
            roots);
  }

  private Map<String, String> given(String arguments) throws Exception {
    return variables(json(arguments)).environment();
  }

  @Test
  void every_tool_gets_its_place_and_its_project() throws IOException {
    project.file(
        "server.d/server.meta.json",
        "{\"name\":\"n\",\"title\":\"T\",\"version\":\"1.2\",\"description\":\"D\","
            + "\"websiteUrl\":\"https://e.org/\",\"icons\":[{\"src\":\"data:,\"}]}");
    project.file("server.d/server.instructions.md", "Do.\n");
    Map<String, String> common = common();
    assertEquals(project.root.resolve("home/sdk").toString(), common.get("MCP_SDK"));
    assertEquals(project.root.toString(), common.get("MCPBASH_PROJECT_ROOT"));
    assertEquals("n", common.get("MCPBASH_SERVER_NAME"));
    assertEquals("T", common.get("MCPBASH_SERVER_TITLE"));
    assertEquals("1.2", common.get("MCPBASH_SERVER_VERSION"));
    assertEquals("D", common.get("MCPBASH_SERVER_DESCRIPTION"));
    assertEquals("https://e.org/", common.get("MCPBASH_SERVER_WEBSITE_URL"));
    assertEquals("[{\"src\":\"data:,\"}]", common.get("MCPBASH_SERVER_ICONS"));
    assertEquals("Do.", common.get("MCPBASH_SERVER_INSTRUCTIONS"));
    assertEquals("stdio", common.get("MCPBASH_TRANSPORT"));
    assertEquals("true", common.get("MCPBASH_TRANSPORT_STDIO"));
    assertEquals("1.6.0", common.get("MCPBASH_FRAMEWORK_VERSION"));
    assertFalse(common.containsKey("MCPBASH_HOME"));
    assertFalse(common.containsKey("MCPBASH_STATE_DIR"));
    ScriptEnvironment environment = project.open().scriptEnvironment();
    assertSame(environment.ofTool(), environment.ofTool());
  }

  @Test
  void what_is_not_set_has_the_defaults_of_mcp_bash() {
    project.env.clear();
    Map<String, String> common = common();
    assertEquals("/usr/bin:/bin", common.get("PATH"));
    assertEquals(project.root.toString(), common.get("HOME"));
    assertEquals("/tmp", common.get("TMPDIR"));
    assertEquals("C", common.get("LANG"));
  }

  @Test
  void the_json_program_is_named_or_that_there_is_none() throws IOException {
    project.script("bin/jq");
    project.env.put("PATH", project.root.resolve("bin").toString());
    Map<String, String> full = common();
    assertEquals("jq", full.get("MCPBASH_JSON_TOOL"));
    assertEquals(project.root.resolve("bin/jq").toString(), full.get("MCPBASH_JSON_TOOL_BIN"));
    assertEquals("full", full.get("MCPBASH_MODE"));
    project.env.put("MCPBASH_FORCE_MINIMAL", "true");
    Map<String, String> minimal = common();
    assertEquals("minimal", minimal.get("MCPBASH_MODE"));
    assertFalse(minimal.containsKey("MCPBASH_JSON_TOOL"));
    assertFalse(minimal.containsKey("MCPBASH_JSON_TOOL_BIN"));
  }

  private void aServersEnvironment() {
    for (String name :
        List.of(
            "HOME",
            "LC_ALL",
            "SECRET",
            "OTHER",
            "MCP_TOOL_OWN",
            "MCPBASH_HOME",
            "MCPBASH_TOOL_ALLOWLIST",
            "MCP_TOOL_ARGS_FILE",
            "MCP_ARG_OLD",
            "MCP_INPUT_RESPONSES_JSON",
            "MCP_PROGRESS_TOKEN_JSON")) {
      project.env.put(name, "v");
    }
  }

  private void assertSeen(String... names) {
    Map<String, String> common = common();
    for (String name : new String[] {"LC_ALL", "SECRET", "OTHER"}) {
      assertEquals(List.of(names).contains(name) ? "v" : null, common.get(name), name);
    }
    for (String name :
        new String[] {"HOME", "MCP_TOOL_OWN", "MCPBASH_HOME", "MCPBASH_TOOL_ALLOWLIST"}) {
      assertEquals("v", common.get(name), name);
    }
    for (String name :
        new String[] {
          "MCP_TOOL_ARGS_FILE", "MCP_ARG_OLD", "MCP_INPUT_RESPONSES_JSON", "MCP_PROGRESS_TOKEN_JSON"
        }) {
      assertFalse(common.containsKey(name), name);
    }
  }

  @Test
  void tools_see_little_of_the_servers_environment_by_default() {
    aServersEnvironment();
    assertSeen();
    project.env.put("MCPBASH_TOOL_ENV_MODE", "minimal");
    assertSeen();
    project.env.put("MCPBASH_TOOL_ENV_MODE", "allowlist");
    project.env.put("MCPBASH_TOOL_ENV_ALLOWLIST", "SECRET, LC_ALL UNSET MCP_ARG_OLD");
    assertSeen("SECRET", "LC_ALL");
    project.env.put("MCPBASH_TOOL_ENV_MODE", "inherit");
    project.env.put("MCPBASH_TOOL_ENV_INHERIT_ALLOW", "true");
    assertSeen("SECRET", "LC_ALL", "OTHER");
    assertEquals(List.of(), project.warnings);
  }

  @Test
  void inheriting_without_permission_has_no_tool_run() {
    aServersEnvironment();
    project.env.put("MCPBASH_TOOL_ENV_MODE", "inherit");
    assertSeen();
    RefusedException e = assertThrows(RefusedException.class, () -> variables(Json.object()));
    assertTrue(e.getMessage().contains("MCPBASH_TOOL_ENV_INHERIT_ALLOW=true"), e.getMessage());
    assertTrue(project.warnings.contains(e.getMessage()), project.warnings.toString());
  }

  @Test
  void an_unknown_mode_is_the_minimal_one_and_is_reported() {
    aServersEnvironment();
    project.env.put("MCPBASH_TOOL_ENV_MODE", "open");
    assertSeen();
    assertTrue(project.warnings.get(0).contains("MCPBASH_TOOL_ENV_MODE=open is unknown"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"minimal", "allowlist", "inherit"})
  void the_remote_token_reaches_no_script_in_any_mode(String mode) throws Exception {
    project.env.put("MCPBASH_TOOL_ENV_MODE", mode);
    project.env.put("MCPBASH_TOOL_ENV_INHERIT_ALLOW", "true");
    project.env.put("MCPBASH_TOOL_ENV_ALLOWLIST", "COPY MCPBASH_REMOTE_TOKEN");
    project.env.put("MCPBASH_REMOTE_TOKEN", SECRET);
    project.env.put("MCPBASH_REMOTE_TOKEN_KEY", "key");
    project.env.put("COPY", SECRET);
    project.env.put("MCP_HEADER", "Bearer " + SECRET);
    Map<String, String> common = common();
    assertFalse(common.toString().contains(SECRET), common.toString());
    assertFalse(common.containsKey("MCPBASH_REMOTE_TOKEN_KEY"));
  }

  @Test
  void the_remote_token_of_a_request_is_kept_from_its_script() throws Exception {
    project.env.put("MCPBASH_REMOTE_TOKEN", SECRET);
    meta = json("{\"mcpbash/remoteToken\":\"" + SECRET + "\",\"a\":1}");
    assertEquals("{\"a\":1}", given("{}").get("MCP_TOOL_META_JSON"));
  }

  @Test
  void the_trace_of_a_call_goes_on_in_its_script() throws Exception {
    String parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    meta = json("{\"traceparent\":\"" + parent + "\",\"tracestate\":\"a=1\"}");
    assertEquals(parent, given("{}").get("TRACEPARENT"));
    assertEquals("a=1", given("{}").get("TRACESTATE"));
    meta = json("{\"traceparent\":\"" + parent + "; rm\",\"tracestate\":\"a=1\"}");
    assertFalse(given("{}").containsKey("TRACEPARENT"));
    assertFalse(given("{}").containsKey("TRACESTATE"));
  }

  @Test
  void a_run_gets_its_tool_and_its_request() throws Exception {
    meta = json("{\"progressToken\":7,\"z\":1,\"a\":2.50}");
    token = Optional.of("7");
    offers = List.of("elicitation", "elicitation.url");
    Map<String, String> given = given("{\"z\":\"last\",\"a\":1.50}");
    assertEquals("x", given.get("MCP_TOOL_NAME"));
    assertEquals(project.root.resolve("tools/x/tool.sh").toString(), given.get("MCP_TOOL_PATH"));
    assertEquals("{\"z\":\"last\",\"a\":1.50}", given.get("MCP_TOOL_ARGS_JSON"));
    assertEquals("{\"progressToken\":7,\"z\":1,\"a\":2.50}", given.get("MCP_TOOL_META_JSON"));
    assertEquals(toolNamed("x").metadataJson(), given.get("MCP_TOOL_METADATA_JSON"));
    assertEquals("7", given.get("MCP_PROGRESS_TOKEN"));
    assertEquals("7", given.get("MCP_PROGRESS_TOKEN_JSON"));
    assertEquals("1", given.get("MCP_ELICIT_SUPPORTED"));
    assertEquals("0", given.get("MCP_SAMPLE_SUPPORTED"));
    assertEquals("elicitation elicitation.url", given.get("MCP_CLIENT_CAN"));
    assertEquals("last", given.get("MCP_ARG_Z"));
    assertEquals("1.50", given.get("MCP_ARG_A"));
    assertFalse(given.containsKey("MCP_INPUT_RESPONSES_JSON"));
    assertFalse(given.containsKey("MCP_REQUEST_STATE_JSON"));
  }

  @Test
  void a_token_that_is_a_string_of_digits_stays_one() throws Exception {
    meta = json("{\"progressToken\":\"7\"}");
    token = Optional.of("7");
    Map<String, String> given = given("{}");
    assertEquals("7", given.get("MCP_PROGRESS_TOKEN"));
    assertEquals("\"7\"", given.get("MCP_PROGRESS_TOKEN_JSON"));
  }

  @Test
  void a_retry_gets_the_answers_and_its_state() throws Exception {
    inputResponses = Optional.of(json("{\"who\":{\"action\":\"accept\"}}"));
    requestState = Optional.of(Json.parse("[1,\"s\"]"));
    offers = List.of("sampling");
    Map<String, String> given = given("{}");
    assertEquals("{\"who\":{\"action\":\"accept\"}}", given.get("MCP_INPUT_RESPONSES_JSON"));
    assertEquals("[1,\"s\"]", given.get("MCP_REQUEST_STATE_JSON"));
    assertEquals("1", given.get("MCP_SAMPLE_SUPPORTED"));
    assertEquals("", given.get("MCP_PROGRESS_TOKEN"), "without a token there is no progress");
    assertFalse(given.containsKey("MCP_PROGRESS_TOKEN_JSON"));
  }

  @Test
  void roots_are_passed_three_ways() throws Exception {
    Path a = Path.of("/a");
    Path b = Path.of("/b c");
    roots =
        new Roots(
            List.of(
                new Root("file:///a", Optional.of("A"), a),
                new Root("file:///b%20c", Optional.empty(), b)));
    Map<String, String> given = given("{}");
    assertEquals(
        "[{\"uri\":\"file:///a\",\"name\":\"A\",\"path\":\"/a\"},"
            + "{\"uri\":\"file:///b%20c\",\"name\":\"\",\"path\":\"/b c\"}]",
        given.get("MCP_ROOTS_JSON"));
    assertEquals("/a\n/b c", given.get("MCP_ROOTS_PATHS"));
    assertEquals("2", given.get("MCP_ROOTS_COUNT"));
  }

  @ParameterizedTest
  @CsvSource({"-1, false", "0, false", "1, true"})
  void json_beyond_the_threshold_goes_into_a_file(int beyond, boolean spilled) throws Exception {
    int threshold = 100;
    project.env.put("MCPBASH_ENV_PAYLOAD_THRESHOLD", "" + threshold);
    String arguments = "{\"a\":\"%s\"}".formatted("v".repeat(threshold - 8 + beyond));
    RequestVariables variables = variables(json(arguments));
    assertEquals(spilled ? "" : arguments, variables.environment().get("MCP_TOOL_ARGS_JSON"));
    assertEquals(spilled ? "args.json" : null, variables.fileVariables().get("MCP_TOOL_ARGS_FILE"));
    if (spilled) {
      assertArrayEquals(
          arguments.getBytes(StandardCharsets.UTF_8), variables.files().get("args.json"));
    }
    assertEquals(threshold - 8 + beyond, variables.environment().get("MCP_ARG_A").length());
  }

  @Test
  void a_threshold_of_nothing_puts_all_json_into_files() throws Exception {
    project.env.put("MCPBASH_ENV_PAYLOAD_THRESHOLD", "0");
    inputResponses = Optional.of(Json.object());
    requestState = Optional.of(Json.array());
    assertEquals(
        Map.of(
            "MCP_TOOL_ARGS_FILE", "args.json",
            "MCP_TOOL_META_FILE", "meta.json",
            "MCP_TOOL_METADATA_FILE", "metadata.json",
            "MCP_INPUT_RESPONSES_FILE", "input-responses.json",
            "MCP_REQUEST_STATE_FILE", "request-state.json"),
        variables(Json.object()).fileVariables());
  }

  @ParameterizedTest
  @CsvSource({"-1, false", "0, false", "1, true"})
  void json_that_fits_no_variable_goes_into_a_file_whatever_the_threshold(
      int beyond, boolean spilled) throws Exception {
    project.env.put("MCPBASH_ENV_PAYLOAD_THRESHOLD", "999999999");
    // MCP_TOOL_ARGS_JSON= is 19 bytes, the braces, the name and the quotes 8, and the NUL is one.
    int length = RequestVariables.MAX_VARIABLE_BYTES - 28 + beyond;
    RequestVariables variables = variables(json("{\"a\":\"%s\"}".formatted("v".repeat(length))));
    assertEquals(spilled, variables.files().containsKey("args.json"));
  }

  @Test
  void what_no_environment_carries_travels_escaped() throws Exception {
    token = Optional.of("nul\0");
    meta.put("progressToken", "nul\0");
    Map<String, String> given = given("{\"a\":\"nul\\u0000\",\"b\":\"half \\ud83d\"}");
    given.values().forEach(value -> assertTrue(RequestVariables.isCarriable(value), value));
    assertTrue(given.get("MCP_TOOL_ARGS_JSON").contains("\\u0000"));
    assertTrue(given.get("MCP_TOOL_ARGS_JSON").contains("\\ud83d"));
    assertFalse(given.containsKey("MCP_ARG_A"));
    assertFalse(given.containsKey("MCP_ARG_B"));
    assertEquals("", given.get("MCP_PROGRESS_TOKEN"));
    assertEquals("\"nul\\u0000\"", given.get("MCP_PROGRESS_TOKEN_JSON"));
  }
}
