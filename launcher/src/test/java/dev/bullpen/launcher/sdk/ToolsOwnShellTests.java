package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tool that has made a function of the SDK its own, or has said {@code set -C}. */
class ToolsOwnShellTests {
  @TempDir Path folder;

  @Test
  void functions_that_build_on_one_of_the_tools_call_the_tools() {
    Ran said =
        tool()
            .run(
                """
                mcp_elicit() { printf '{"action":"accept","content":{"confirmed":true}}\\n'; }
                mcp_elicit_confirm "Sure?"
                mcp_result_error() { echo "own: $1"; }
                mcp_error not_found none
                """);

    assertEquals(
        """
        {"action":"accept","content":{"confirmed":true}}
        own: {"type":"not_found","message":"none"}
        """,
        said.out());
  }

  @Test
  void no_file_that_is_read_later_takes_a_function_back() {
    Ran said =
        tool()
            .run(
                """
                names=$(compgen -A function mcp_)
                public() { declare -f $names; }
                before=$(public)
                for file in "$MCP_SDK"/lib/*.sh; do
                  . "$file"
                done
                diff <(echo "$before") <(public)
                """);

    assertEquals(new Ran(0, "", ""), said);
  }

  @Test
  void without_clobbering_a_command_is_watched_and_its_files_are_written_anew() throws IOException {
    Path out = Files.writeString(folder.resolve("out"), "old");
    Path err = Files.writeString(folder.resolve("err"), "old");
    String command = " -- bash -c 'echo out; echo err >&2'";

    Ran said =
        tool()
            .run(
                "set -C; mcp_run_with_progress --pattern x --interval .01"
                    + command
                    + "; mcp_run_with_progress --pattern x --interval .01 --stdout out"
                    + " --stderr-file err"
                    + command);

    assertEquals(new Ran(0, "out\n", "err\n"), said);
    assertEquals("out\n", Files.readString(out));
    assertEquals("err\n", Files.readString(err));
  }

  @Test
  void without_clobbering_a_report_to_the_server_replaces_what_was_there() throws IOException {
    Path sent = Files.writeString(folder.resolve("sent"), "old");

    tool().with("MCP_TOOL_ERROR_FILE", sent.toString()).run("set -C; mcp_fail 1 m");
    assertEquals("{\"code\":1,\"message\":\"m\"}\n", Files.readString(sent));

    tool()
        .with("MCP_TOOL_RESOURCES_FILE", sent.toString())
        .run("set -C; mcp_result_text_with_resource 1 --path sent --mime text/plain");
    assertTrue(Files.readString(sent).startsWith("[{\"path\":\"sent\""));
  }

  private ToolScript tool() {
    return new ToolScript(folder);
  }
}
