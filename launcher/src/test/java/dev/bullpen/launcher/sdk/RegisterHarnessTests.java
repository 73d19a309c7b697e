package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A project's registration run by the harness: what it prints, and each call between that. */
class RegisterHarnessTests {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mcp_register_tool",
        "mcp_register_resource",
        "mcp_register_prompt",
        "mcp_tools_register_manual",
        "mcp_resources_register_manual",
        "mcp_resources_templates_register_manual",
        "mcp_prompts_register_manual",
        "mcp_completion_register_manual"
      })
  void what_is_registered_is_printed_as_it_was_given(String function) {
    assertEquals(
        said(function, "{\"name\": \"ä\\n\", \n 'x': 1}"),
        run(function + " '{\"name\": \"ä\\n\", \n '\\''x'\\'': 1}'"));
    assertEquals(said(function, ""), run(function));
  }

  @ParameterizedTest
  @ValueSource(strings = {"tools", "resources", "resources_templates", "prompts", "completion"})
  void every_kind_begins_is_aborted_and_is_finalized(String kind) {
    String function = "mcp_" + kind + "_manual_";
    assertEquals(
        said(function + "begin", "")
            + said(function + "abort", "")
            + said(function + "finalize", ""),
        run("for did in begin abort finalize; do " + function + "$did; done"));
  }

  @Test
  void what_the_script_prints_is_passed_on() {
    assertEquals(
        "a" + said("mcp_register_tool", "{}") + "b\n",
        run("printf a; mcp_register_tool '{}'; echo b"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mcp_register_tool '{}' >/dev/null",
        "mcp_register_tool '{}' 9>/dev/null",
        "(mcp_register_tool '{}')",
        "echo '{}' | while read -r entry; do mcp_register_tool \"$entry\"; done",
        "exec >/dev/null; mcp_register_tool '{}'; echo lost",
        "set -euo pipefail; mcp_register_tool '{}'",
        "shopt -s extglob nullglob; set -f; IFS=x; mcp_register_tool '{}'",
        "trap 'mcp_register_tool {}' EXIT",
        "LC_ALL=C; mcp_register_tool '{}'"
      })
  void a_call_counts_wherever_it_is_made(String script) {
    assertEquals(said("mcp_register_tool", "{}"), run(script));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true | 0",
        "exit 7 | 7",
        "return 3 | 3",
        "false | 1",
        "set -e; false; echo no | 1",
        "set -u; echo \"$NO_SUCH\" | 1",
        "if then | 2",
        "exec bash -c 'exit 5' | 5"
      })
  void the_exit_status_is_that_of_the_script(String script, int status) {
    Ran said = tool("mcp_register_tool '{}'\n" + script).runAs(registered());
    assertEquals(status, said.exitCode(), said::err);
  }

  @Test
  void it_runs_on_an_empty_environment() {
    Ran said =
        tool("set -euo pipefail\nmcp_register_tool \"$(mcp_json_obj name a)\"")
            .runAs("env -i " + bash() + harness());
    assertEquals(new Ran(0, said("mcp_register_tool", "{\"name\":\"a\"}"), ""), said);
  }

  @Test
  void its_input_is_empty_and_it_has_no_arguments() {
    Ran said = tool("cat; echo $#").runAs("echo input | " + bash() + harness());
    assertEquals(new Ran(0, "0\n", ""), said);
  }

  @Test
  void log_lines_go_to_the_error_output() {
    Ran said = tool("mcp_logging_error my.log no; mcp_logging_debug my.log no").runAs(registered());
    assertEquals(new Ran(0, "", "error my.log: no\n"), said);
  }

  @Test
  void a_long_entry_arrives_whole() {
    String out =
        run("printf -v long '%0300000d' 0; for i in 1 2 3; do mcp_register_tool \"$long\"; done");
    assertEquals(said("mcp_register_tool", "0".repeat(300_000)).repeat(3), out);
  }

  @Test
  void a_script_that_is_gone_is_a_failure() {
    Ran said = new ToolScript(folder).runAs(registered());
    assertTrue(said.exitCode() != 0);
    assertTrue(said.err().contains("No such file"), said::err);
  }

  private String run(String script) {
    Ran said = tool(script).runAs(registered());
    assertEquals(List.of(0, ""), List.of(said.exitCode(), said.err()));
    return said.out();
  }

  private ToolScript tool(String script) {
    try {
      Files.writeString(folder.resolve("register.sh"), script + "\n");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return new ToolScript(folder);
  }

  private String registered() {
    return "exec " + bash() + harness();
  }

  private static String bash() {
    return Programs.found("bash") + " ";
  }

  private String harness() {
    return "'"
        + ToolScript.SDK.resolve("register.sh")
        + "' '"
        + folder.resolve("register.sh")
        + "' MARK";
  }

  private static String said(String function, String entry) {
    return "\0MARK " + function + "\0" + entry + "\0";
  }
}
