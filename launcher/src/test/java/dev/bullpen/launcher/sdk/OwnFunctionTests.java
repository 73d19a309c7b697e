package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.launcher.Ran;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tool that has made a function of the SDK its own. */
class OwnFunctionTests {
  @TempDir Path folder;

  @Test
  void functions_that_build_on_it_call_the_tools() {
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
  void no_file_that_is_read_later_takes_it_back() {
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

  private ToolScript tool() {
    return new ToolScript(folder);
  }
}
