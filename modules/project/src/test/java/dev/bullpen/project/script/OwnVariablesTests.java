package dev.bullpen.project.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.script.OwnVariables.Variable;
import dev.bullpen.project.tool.Tool;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OwnVariablesTests extends ProjectTest {
  private static final String KEY = "[{\"name\": \"API_KEY\", \"required\": true}]";

  private List<Tool> tools(String env) throws IOException {
    return project.tool("t", "{\"name\": \"t\", \"env\": %s}".formatted(env)).catalog().tools();
  }

  private ScriptEnvironment scripts(Map<String, String> env) {
    project.env.putAll(env);
    return project.open().scriptEnvironment();
  }

  @Test
  void a_tool_says_which_it_needs_to_its_script_and_to_no_client() throws Exception {
    Tool tool =
        tools("[{\"name\": \"A\", \"description\": \"d\"}, {\"name\": \"B\", \"required\": true}]")
            .get(0);
    assertEquals(
        new OwnVariables(List.of(new Variable("A", false), new Variable("B", true))),
        tool.environment());
    assertEquals(
        "[{\"name\":\"A\",\"required\":false},{\"name\":\"B\",\"required\":true}]",
        Json.text(tool.metadata().get("env")));
    assertTrue(tool.definition().path("env").isMissingNode());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[\"API_KEY\"]",
        "[{}]",
        "[{\"name\": \"\"}]",
        "[{\"name\": \"A B\"}]",
        "[{\"name\": \"API_KEY\", \"requierd\": true}]",
        "[{\"name\": \"API_KEY\", \"required\": \"yes\"}]",
        "[{\"name\": \"LD_PRELOAD\"}]",
        "[{\"name\": \"TMPDIR\"}]",
        "[{\"name\": \"MCPBASH_REMOTE_TOKEN\"}]",
        "[{\"name\": \"MCP_TOOL_ARGS_JSON\"}]",
        "[{\"name\": \"MCP_ARG_X\"}]",
        "[{\"name\": \"BULLPEN_ALLOW\"}]"
      })
  void a_mistake_keeps_the_tool_from_being_published(String env) throws Exception {
    assertEquals(List.of(), tools(env));
    String problem = project.catalog().problems().toString();
    assertTrue(problem.contains("\"t\" is not published") && problem.contains("env"), problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"minimal", "allowlist"})
  void it_is_handed_over_in_every_mode(String mode) throws Exception {
    OwnVariables own = tools(KEY).get(0).environment();
    ScriptEnvironment scripts = scripts(Map.of("API_KEY", "s", "MCPBASH_TOOL_ENV_MODE", mode));
    assertEquals(Map.of("API_KEY", "s"), scripts.own(own));
    assertEquals(Optional.empty(), scripts.missing("t", own));
    assertTrue(!scripts.ofTool().containsKey("API_KEY"), "no other tool has it");
  }

  @ParameterizedTest
  @CsvSource({"API_KEY,''", "API_KEY,${user_config.key}", "OTHER,x"})
  void one_that_is_not_there_is_named_and_its_value_is_not(String name, String value)
      throws Exception {
    OwnVariables own = tools(KEY).get(0).environment();
    ScriptEnvironment scripts = scripts(Map.of(name, value));
    assertEquals(Map.of(), scripts.own(own));
    assertEquals(
        Optional.of(
            "The tool t needs the environment variable API_KEY, which this server does not have."
                + " Set it where the server is started."),
        scripts.missing("t", own));
  }

  @Test
  void an_operator_may_hand_out_nothing_that_a_project_asks_for() throws Exception {
    OwnVariables own = tools(KEY).get(0).environment();
    ScriptEnvironment scripts = scripts(Map.of("API_KEY", "s", "MCPBASH_IGNORE_META_ENV", "true"));
    assertEquals(Map.of(), scripts.own(own));
    assertTrue(scripts.missing("t", own).orElse("").contains("MCPBASH_IGNORE_META_ENV"));
  }

  @Test
  void one_that_reveals_the_remote_token_is_not_handed_over() throws Exception {
    String token = "t".repeat(32);
    OwnVariables own = tools(KEY).get(0).environment();
    assertEquals(
        Map.of(), scripts(Map.of("API_KEY", "x" + token, "MCPBASH_REMOTE_TOKEN", token)).own(own));
  }

  @Test
  void one_that_may_be_missing_is_not_missed() throws Exception {
    OwnVariables own = tools("[{\"name\": \"API_KEY\"}]").get(0).environment();
    assertEquals(Optional.empty(), scripts(Map.of()).missing("t", own));
  }
}
