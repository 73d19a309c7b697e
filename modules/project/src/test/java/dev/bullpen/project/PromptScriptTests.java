package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.prompt.PromptGets;
import dev.bullpen.project.script.RequestVariables;
import dev.bullpen.project.script.RequestVariables.Request;
import java.io.IOException;
import java.nio.file.Files;
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

/** Prompts that are run: which script, and its environment. */
class PromptScriptTests extends ProjectTest {
  private static final String METADATA =
      "{\"name\":\"p\",\"render\":\"script\",\"description\":\"D\",\"role\":\"assistant\","
          + "\"arguments\":[{\"name\":\"who\",\"required\":true},{\"name\":\"dry-run\"}]}";

  private Optional<Prompt> registered = Optional.empty();
  private Path script;
  private ObjectNode meta = Json.object();
  private Optional<ObjectNode> inputResponses = Optional.empty();
  private Optional<JsonNode> requestState = Optional.empty();
  private List<String> offers = List.of();

  @BeforeEach
  void a_project_with_a_script_for_a_prompt() throws IOException {
    project.script("prompts/p.sh");
    project.file("prompts/p.meta.json", METADATA);
    script = project.root.resolve("prompts/p.sh");
  }

  private PromptGets.Script plan(Project open, String arguments) throws Exception {
    return open.promptGets()
        .script(
            registered.or(() -> open.catalog().prompt("p")).orElseThrow(),
            new Request(
                (ObjectNode) Json.parse(arguments), meta, offers, inputResponses, requestState));
  }

  private List<String> command() throws Exception {
    return plan(project.open(), "{\"who\":\"x\"}").command();
  }

  private RequestVariables variables(String arguments) throws Exception {
    return plan(project.open(), arguments).variables();
  }

  private Map<String, String> given(String arguments) throws Exception {
    return variables(arguments).environment();
  }

  private void assertRefused(Project open, String message, String detail) {
    RefusedException e = assertThrows(RefusedException.class, () -> plan(open, "{\"who\":\"x\"}"));
    assertFalse(e.isInvalid());
    assertEquals(message, e.getMessage());
    assertTrue(e.detail().contains(detail), e.detail());
  }

  @Test
  void an_executable_is_started_itself() throws Exception {
    assertEquals(List.of(script.toString()), command());
  }

  @Test
  void a_script_learns_whether_the_client_can_be_asked() throws Exception {
    assertEquals("0", given("{\"who\":\"x\"}").get("MCP_ELICIT_SUPPORTED"));
    assertEquals("0", given("{\"who\":\"x\"}").get("MCP_SAMPLE_SUPPORTED"));
    offers = List.of("elicitation");
    assertEquals("1", given("{\"who\":\"x\"}").get("MCP_ELICIT_SUPPORTED"));
    assertEquals("0", given("{\"who\":\"x\"}").get("MCP_SAMPLE_SUPPORTED"));
    offers = List.of("sampling", "roots");
    assertEquals("0", given("{\"who\":\"x\"}").get("MCP_ELICIT_SUPPORTED"));
    assertEquals("1", given("{\"who\":\"x\"}").get("MCP_SAMPLE_SUPPORTED"));
    assertEquals("sampling roots", given("{\"who\":\"x\"}").get("MCP_CLIENT_CAN"));
  }

  @Test
  void a_script_without_the_permission_is_run_by_bash() throws Exception {
    ProjectFixture.permit(script, "rw-r--r--");
    List<String> command = command();
    assertTrue(command.get(0).endsWith("/bash"), command.toString());
    assertEquals(List.of(script.toString()), command.subList(1, command.size()));
  }

  @Test
  void a_script_that_vanished_is_reported() throws IOException {
    Project open = project.open();
    open.catalog();
    Files.delete(script);
    assertRefused(open, "Prompt 'p' executable missing", "Put it back or remove the prompt");
    Files.createDirectory(script);
    assertRefused(open, "Prompt 'p' executable missing", "not a regular file");
  }

  @ParameterizedTest
  @CsvSource({"rwxrwxr-x", "rwxr-xrwx"})
  void a_script_that_others_may_write_is_not_started(String permissions) throws IOException {
    ProjectFixture.permit(script, permissions);
    assertRefused(
        project.open(),
        "Prompt 'p' path rejected by policy. The log of the server says why and what to change.",
        "chmod go-w " + script);
  }

  @Test
  void a_script_that_became_a_link_out_of_the_project_is_not_started() throws IOException {
    Project open = project.open();
    open.catalog();
    Path outside = temporary.toRealPath().resolve("outside.sh");
    Files.move(script, outside);
    Files.createSymbolicLink(script, outside);
    assertRefused(
        open,
        "Prompt 'p' path rejected by policy. The log of the server says why and what to change.",
        "leads out of the project");
  }

  @ParameterizedTest
  @CsvSource({
    "'', executable missing",
    "../../../../bin/sh, path rejected by policy. The log of the server says why and what to change.",
    "/bin/sh, path rejected by policy. The log of the server says why and what to change.",
    "., executable missing",
    "../gone.sh, executable missing",
    "nul\u0000, executable missing"
  })
  void a_registered_path_that_is_no_script_of_the_project_is_not_started(
      String path, String message) throws IOException {
    registered = Optional.of(ProjectFixture.registered(path, true));
    assertRefused(project.open(), "Prompt 'p' " + message, "The prompt p ");
  }

  @Test
  void arguments_are_checked_before_the_script() throws IOException {
    Files.delete(script);
    project.script("prompts/p.sh");
    RefusedException e =
        assertThrows(RefusedException.class, () -> plan(project.open(), "{\"who\":1}"));
    assertTrue(e.isInvalid());
    assertEquals("Argument 'who' must be a string", e.getMessage());
  }

  @Test
  void a_run_gets_its_prompt_and_its_request() throws Exception {
    meta = (ObjectNode) Json.parse("{\"z\":1,\"a\":2.50}");
    Map<String, String> given = given("{\"who\":\"x\\ny\",\"dry-run\":\"\",\"other\":\"o\"}");
    assertEquals("p", given.get("MCP_PROMPT_NAME"));
    assertEquals(script.toString(), given.get("MCP_PROMPT_PATH"));
    assertEquals(
        "{\"who\":\"x\\ny\",\"dry-run\":\"\",\"other\":\"o\"}", given.get("MCP_PROMPT_ARGS_JSON"));
    assertEquals("{\"z\":1,\"a\":2.50}", given.get("MCP_TOOL_META_JSON"));
    assertEquals("x\ny", given.get("MCP_ARG_WHO"));
    assertEquals("", given.get("MCP_ARG_DRY_RUN"));
    assertEquals("o", given.get("MCP_ARG_OTHER"));
    ObjectNode metadata = (ObjectNode) Json.parse(given.get("MCP_PROMPT_METADATA_JSON"));
    assertEquals("D", metadata.get("description").stringValue());
    assertEquals("assistant", metadata.get("role").stringValue());
    assertFalse(given.containsKey("MCP_INPUT_RESPONSES_JSON"));
    assertFalse(given.containsKey("MCP_REQUEST_STATE_JSON"));
    assertEquals(Map.of(), variables("{\"who\":\"x\"}").files());
  }

  @Test
  void what_every_tool_gets_every_prompt_gets_and_nothing_of_an_enclosing_one() throws Exception {
    project.env.put("MCP_PROMPT_NAME", "enclosing");
    project.env.put("MCP_LIST_CHANGED_FILE", "/enclosing");
    Map<String, String> common = project.open().scriptEnvironment().ofTool();
    assertEquals(project.root.toString(), common.get("MCPBASH_PROJECT_ROOT"));
    assertFalse(common.containsValue("enclosing"), common.toString());
    assertFalse(common.containsValue("/enclosing"), common.toString());
    assertFalse(given("{\"who\":\"x\"}").containsKey("MCP_TOOL_NAME"));
  }

  @Test
  void a_further_round_gets_the_answers_and_its_state() throws Exception {
    inputResponses = Optional.of((ObjectNode) Json.parse("{\"k\":{\"action\":\"accept\"}}"));
    requestState = Optional.of(Json.parse("[1,\"s\"]"));
    Map<String, String> given = given("{\"who\":\"x\"}");
    assertEquals("{\"k\":{\"action\":\"accept\"}}", given.get("MCP_INPUT_RESPONSES_JSON"));
    assertEquals("[1,\"s\"]", given.get("MCP_REQUEST_STATE_JSON"));
  }

  @Test
  void a_made_up_argument_never_passes_for_a_declared_one() throws Exception {
    Map<String, String> given = given("{\"who\":\"x\",\"WHO\":\"y\",\"dry_run\":\"z\"}");
    assertFalse(given.containsKey("MCP_ARG_WHO"));
    assertFalse(given.containsKey("MCP_ARG_DRY_RUN"));
  }

  @Test
  void the_remote_token_reaches_no_script() throws Exception {
    String secret = "0123456789abcdef0123456789abcdef";
    project.env.put("MCPBASH_REMOTE_TOKEN", secret);
    meta.put("mcpbash/remoteToken", secret);
    assertEquals("{}", given("{\"who\":\"x\"}").get("MCP_TOOL_META_JSON"));
  }

  @Test
  void an_environment_that_is_not_permitted_has_no_prompt_run_either() {
    project.env.put("MCPBASH_TOOL_ENV_MODE", "inherit");
    assertRefused(project.open(), "Unable to render prompt", "MCPBASH_TOOL_ENV_INHERIT_ALLOW=true");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void a_threshold_of_next_to_nothing_puts_all_json_into_files(int threshold) throws Exception {
    project.env.put("MCPBASH_ENV_PAYLOAD_THRESHOLD", "" + threshold);
    inputResponses = Optional.of(Json.object());
    requestState = Optional.of(Json.array());
    RequestVariables variables = variables("{\"who\":\"x\"}");
    assertEquals(
        Map.of(
            "MCP_PROMPT_ARGS_FILE", "args.json",
            "MCP_PROMPT_METADATA_FILE", "metadata.json",
            "MCP_TOOL_META_FILE", "meta.json",
            "MCP_INPUT_RESPONSES_FILE", "input-responses.json",
            "MCP_REQUEST_STATE_FILE", "request-state.json"),
        variables.fileVariables());
    for (String variable : variables.fileVariables().keySet()) {
      assertEquals("", variables.environment().get(variable.replace("_FILE", "_JSON")), variable);
    }
    assertEquals("x", variables.environment().get("MCP_ARG_WHO"));
  }
}
