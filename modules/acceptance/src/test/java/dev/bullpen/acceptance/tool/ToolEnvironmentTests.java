package dev.bullpen.acceptance.tool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.ForEachRevision;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a tool finds around it: variables, files, and nothing of anybody else's. */
class ToolEnvironmentTests {
  @RegisterExtension
  static final Rigs RIGS =
      new Rigs(
          ToolEnvironmentTests::project,
          launcher -> launcher.workers(1, 1).environment("MY_SECRET", "s"));

  /** More than an environment variable is given by default. */
  private static final int SPILLED = 70_000;

  private static final String DESK = "desk=$(dirname \"$MCP_TOOL_ERROR_FILE\")\n";

  private static void project(ProjectFixture project) {
    project
        .tool("environment", ToolScripts.ENVIRONMENT)
        .tool("notes", "set -eu; echo seen >>\"$MCPBASH_DEBUG_LOG\"; echo done\n")
        .tool(
            "spilled",
            "echo \"[$MCP_TOOL_ARGS_JSON]\"; wc -c <\"$MCP_TOOL_ARGS_FILE\"\n"
                + "stat -c %a \"$(dirname \"$MCP_TOOL_ARGS_FILE\")\"\n")
        .tool("litters", DESK + "mkdir \"$desk/junk\"; echo x >\"$desk/junk/x\"; echo \"$desk\"\n")
        .tool("looks", DESK + "ls -A \"$desk\"\n")
        .tool("descriptors", "ls /proc/self/fd | grep -v -e '^[012]$' | head -n -1 | wc -l\n");
  }

  @Test
  void what_a_tool_writes_to_its_debug_log_is_in_the_servers_when_that_is_to_have_it() {
    try (Rig rig = start(launcher -> launcher.environment("BULLPEN_LOG_LEVEL", "debug"))) {
      assertEquals("done\n", rig.client().callTool("notes", "{}").text());
      rig.process().stderr().assertSays("debug bullpen.tools: tool notes: seen");
    }
    Rig quiet = RIGS.of(Revision.V2025_11_25);
    assertEquals("done\n", quiet.client().callTool("notes", "{}").text());
    assertFalse(quiet.process().stderr().text().contains("tool notes: seen"));
  }

  @Test
  void an_operator_may_keep_the_debug_log(@TempDir Path folder) throws IOException {
    Path log = folder.resolve("log");
    try (Rig rig = start(launcher -> launcher.environment("MCPBASH_DEBUG_LOG", log.toString()))) {
      rig.client().callTool("notes", "{}");
      rig.client().callTool("notes", "{}");
      assertEquals(List.of("seen", "seen"), Files.readAllLines(log));
    }
  }

  @ForEachRevision
  void the_variables_of_a_call_are_there(Revision revision) {
    Rig rig = RIGS.of(revision);
    Answer answer =
        rig.client()
            .call(
                "tools/call",
                Messages.json(
                    "{'name':'environment','arguments':{'b':1.50,'a':'x y'},'timeoutSecs':29,"
                        + "'_meta':{'progressToken':'7','com.example/k':[1]}}"));
    Map<String, String> seen = variables(answer);
    assertEquals("environment", seen.get("MCP_TOOL_NAME"));
    assertTrue(seen.get("MCP_TOOL_PATH").endsWith("/tools/environment/tool.sh"), seen.toString());
    assertEquals("{\"b\":1.50,\"a\":\"x y\"}", seen.get("MCP_TOOL_ARGS_JSON"));
    assertEquals("29", seen.get("MCP_TOOL_TIMEOUT_SECS"));
    assertEquals("7", seen.get("MCP_PROGRESS_TOKEN"));
    assertTrue(seen.get("MCP_TOOL_META_JSON").contains("com.example/k"), seen.toString());
    assertTrue(seen.get("MCP_TOOL_METADATA_JSON").contains("\"name\":\"environment\""));
    assertEquals("0", seen.get("MCP_ELICIT_SUPPORTED"));
    assertEquals("1", seen.get("MCP_ROOTS_COUNT"));
    assertTrue(seen.get("MCP_ROOTS_PATHS").endsWith("/project"), seen.toString());
    assertEquals(seen.get("MCPBASH_PROJECT_ROOT"), seen.get("MCP_ROOTS_PATHS"));
    assertTrue(Files.isDirectory(Path.of(seen.get("MCP_SDK"))), seen.get("MCP_SDK"));
    for (String name :
        new String[] {
          "MCP_TOOL_ERROR_FILE",
          "MCP_TOOL_RESOURCES_FILE",
          "MCP_PROGRESS_STREAM",
          "MCP_LOG_STREAM",
          "MCP_CANCEL_FILE",
          "MCPBASH_MODE",
          "PATH",
          "HOME"
        }) {
      assertFalse(seen.getOrDefault(name, "").isEmpty(), name + " in " + seen);
    }
  }

  @Test
  void scalar_arguments_are_plain_variables_as_well() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Map<String, String> seen =
        variables(
            rig.client()
                .callTool(
                    "environment",
                    "{'text':'a b','count':1.50,'flag':true,'none':null,'list':[1],'empty':'',"
                        + "'dash-ed':'d','a-b':1,'a_b':2}"));
    assertEquals("a b", seen.get("MCP_ARG_TEXT"));
    assertEquals("1.50", seen.get("MCP_ARG_COUNT"));
    assertEquals("true", seen.get("MCP_ARG_FLAG"));
    assertEquals("", seen.get("MCP_ARG_EMPTY"));
    assertEquals("d", seen.get("MCP_ARG_DASH_ED"));
    for (String absent : new String[] {"MCP_ARG_NONE", "MCP_ARG_LIST", "MCP_ARG_A_B"}) {
      assertFalse(seen.containsKey(absent), absent + "=" + seen.get(absent));
    }
  }

  @Test
  void only_what_a_tool_needs_of_the_servers_environment_reaches_it() {
    Answer answer = RIGS.of(Revision.V2025_11_25).client().callTool("environment", "{}");
    assertFalse(variables(answer).containsKey("MY_SECRET"));
  }

  @Test
  void a_tool_finds_what_the_operator_lists_and_has_set_and_nothing_of_a_call_around_the_server() {
    Map<String, String> seen =
        environment(
            launcher ->
                launcher
                    .environment("MY_SECRET", "s")
                    .environment("MCPBASH_TOOL_ENV_ALLOWLIST", "OTHER,MY_SECRET")
                    .environment("MCP_TOOL_DB", "own")
                    .environment("MCP_PROMPT_STYLE", "own")
                    .environment("MCP_REGISTRY_TOKEN", "t0ken")
                    .environment("MCP_ARG_OLD", "stale")
                    .environment("MCP_TOOL_ERROR_FILE", "/stale")
                    .environment("MCP_ELICIT_REQUEST_FILE", "/stale")
                    .environment("MCP_TOOL_ARGS_FILE", "/stale"));
    assertEquals("s", seen.get("MY_SECRET"));
    assertEquals("own", seen.get("MCP_TOOL_DB"));
    assertEquals("own", seen.get("MCP_PROMPT_STYLE"));
    assertFalse(seen.toString().contains("stale"), seen.toString());
    assertFalse(seen.toString().contains("t0ken"), seen.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "é"})
  void what_is_too_long_for_a_variable_is_in_a_file_for_nobody_else(String letter) {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    String arguments = "{\"t\":\"" + letter.repeat(SPILLED) + "\"}";
    String[] lines = rig.client().callTool("spilled", arguments).text().split("\n");
    assertEquals("[]", lines[0]);
    int bytes = arguments.getBytes(UTF_8).length;
    int printed = Integer.parseInt(lines[1].trim());
    assertTrue(printed == bytes || printed == bytes + 1, printed + " of " + bytes);
    assertEquals("700", lines[2]);
  }

  @Test
  void what_a_call_leaves_on_its_desk_the_next_does_not_find() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    rig.client().callTool("litters", "{}");
    String found = rig.client().callTool("looks", "{}").text();
    assertFalse(found.contains("junk"), found);
  }

  @Test
  void no_descriptor_of_the_server_reaches_it() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    assertEquals("0", rig.client().callTool("descriptors", "{}").text().trim());
  }

  private static Rig start(UnaryOperator<Launcher> launcher) {
    return Rig.start(ToolEnvironmentTests::project, each -> launcher.apply(each.workers(1, 1)));
  }

  private static Map<String, String> environment(UnaryOperator<Launcher> launcher) {
    try (Rig rig = start(launcher)) {
      return variables(rig.client().callTool("environment", "{}"));
    }
  }

  private static Map<String, String> variables(Answer answer) {
    assertFalse(answer.failed() || answer.isError(), answer.message().toString());
    Map<String, String> variables = new TreeMap<>();
    for (String line : answer.text().split("\n")) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        variables.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    return variables;
  }
}
