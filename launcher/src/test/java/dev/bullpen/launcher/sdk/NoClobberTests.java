package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tool that has said {@code set -C}, so that {@code >} overwrites no file of its own. */
class NoClobberTests {
  @TempDir Path folder;

  @Test
  void a_command_is_watched_and_its_files_are_written_anew() throws IOException {
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
  void what_is_told_the_server_takes_the_place_of_what_was_there() throws IOException {
    Path told = Files.writeString(folder.resolve("told"), "old");

    tool().with("MCP_TOOL_ERROR_FILE", told.toString()).run("set -C; mcp_fail 1 m");
    assertEquals("{\"code\":1,\"message\":\"m\"}\n", Files.readString(told));

    tool()
        .with("MCP_TOOL_RESOURCES_FILE", told.toString())
        .run("set -C; mcp_result_text_with_resource 1 --path told --mime text/plain");
    assertTrue(Files.readString(told).startsWith("[{\"path\":\"told\""));
  }

  private ToolScript tool() {
    return new ToolScript(folder);
  }
}
