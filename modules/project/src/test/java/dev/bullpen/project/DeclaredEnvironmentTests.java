package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code env} of {@code server.meta.json}. */
class DeclaredEnvironmentTests extends ProjectTest {
  private static final String BOTH =
      "{\"MCPBASH_TOOL_ENV_MODE\": \"allowlist\", \"MCPBASH_TOOL_ENV_ALLOWLIST\": \"API_KEY, OTHER\","
          + "\"MCPBASH_PROVIDER_ENV_MODE\": \"allowlist\","
          + "\"MCPBASH_PROVIDER_ENV_ALLOWLIST\": \"API_KEY\"}";

  @BeforeEach
  void a_server_with_a_key() throws IOException {
    project.tool("x");
    project.env.put("API_KEY", "k3y");
  }

  private void declare(String env) throws IOException {
    project.file("server.d/server.meta.json", "{\"name\": \"n\", \"env\": " + env + "}");
  }

  private boolean toolsGetIt() {
    return project.open().scriptEnvironment().ofTool().containsKey("API_KEY");
  }

  private boolean completionsGetIt() {
    return project.open().scriptEnvironment().ofCompletion().containsKey("API_KEY");
  }

  private void assertIgnored(String reason) {
    assertFalse(toolsGetIt());
    assertTrue(
        project.warnings.stream()
            .anyMatch(said -> said.contains("server.meta.json") && said.contains(reason)),
        project.warnings::toString);
  }

  @Test
  void a_project_names_the_variables_that_its_scripts_need() throws IOException {
    assertFalse(toolsGetIt());
    declare(BOTH);
    assertTrue(toolsGetIt());
    assertTrue(completionsGetIt());
    assertEquals(List.of(), project.warnings);
  }

  @Test
  void the_operator_may_have_that_ignored() throws IOException {
    declare(BOTH);
    project.env.put("MCPBASH_IGNORE_META_ENV", "true");
    assertFalse(toolsGetIt());
    assertFalse(completionsGetIt());
  }

  @ParameterizedTest
  @ValueSource(strings = {"MCPBASH_TOOL_ENV_MODE=minimal", "MCPBASH_TOOL_ENV_ALLOWLIST=FOO"})
  void what_the_operator_says_of_tools_alone_counts_for_tools(String setting) throws IOException {
    declare(BOTH);
    String[] words = setting.split("=");
    project.env.put(words[0], words[1]);
    assertFalse(toolsGetIt());
    assertTrue(completionsGetIt());
  }

  @Test
  void a_setting_that_the_client_has_not_filled_in_counts_as_none() throws IOException {
    declare(BOTH);
    project.env.put("MCPBASH_TOOL_ENV_MODE", "${user_config.mode}");
    assertTrue(toolsGetIt());
    assertEquals(List.of(), project.warnings);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MCPBASH_TOOL_ENV_INHERIT_ALLOW",
        "MCPBASH_ALLOW_PROJECT_HOOKS",
        "MCPBASH_TOOL_ALLOWLIST",
        "PATH",
        "LD_PRELOAD",
        "API_KEY"
      })
  void nothing_else_may_be_set_there_and_no_value_is_shown(String name) throws IOException {
    declare("{\"" + name + "\": \"h1dden\"}");
    assertIgnored("\"" + name + "\" in \"env\" is ignored: only MCPBASH_TOOL_ENV_MODE");
    Map<String, String> common = project.open().scriptEnvironment().ofTool();
    assertFalse(common.containsValue("h1dden"), common::toString);
    assertFalse(project.warnings.toString().contains("h1dden"), project.warnings::toString);
  }

  @Test
  void inheriting_needs_the_operators_permission_all_the_same() throws IOException {
    declare("{\"MCPBASH_TOOL_ENV_MODE\": \"inherit\"}");
    assertFalse(toolsGetIt());
    assertTrue(project.warnings.get(0).contains("MCPBASH_TOOL_ENV_INHERIT_ALLOW=true"));
    project.env.put("MCPBASH_TOOL_ENV_INHERIT_ALLOW", "true");
    assertTrue(toolsGetIt());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"LD_PRELOAD", "BASH_ENV", "MCPBASH_HOME", "MCP_SDK", "MCP_TOOL_NAME", "_MCP"})
  void names_that_change_how_scripts_are_run_are_refused(String name) throws IOException {
    declare(
        "{\"MCPBASH_TOOL_ENV_MODE\": \"allowlist\","
            + " \"MCPBASH_TOOL_ENV_ALLOWLIST\": \"API_KEY,"
            + name
            + "\"}");
    assertIgnored("it names " + name);
  }

  @Test
  void a_value_that_cannot_be_meant_is_reported() throws IOException {
    declare("[]");
    assertIgnored("it is not an object");
    declare("{\"MCPBASH_TOOL_ENV_MODE\": \"open\"}");
    assertIgnored("it is none of allowlist, inherit, minimal");
    declare("{\"MCPBASH_TOOL_ENV_ALLOWLIST\": [\"API_KEY\"]}");
    assertIgnored("it is not a string");
    declare("{\"MCPBASH_TOOL_ENV_ALLOWLIST\": \"A-B\"}");
    assertIgnored("not a name of a variable");
    declare("{\"MCPBASH_TOOL_ENV_ALLOWLIST\": \"" + "A".repeat(4097) + "\"}");
    assertIgnored("longer than 4096 characters");
  }
}
