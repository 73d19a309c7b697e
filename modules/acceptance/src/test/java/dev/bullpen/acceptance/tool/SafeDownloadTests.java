package dev.bullpen.acceptance.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.ProjectFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A tool downloads by the product's own provider, which no tool talks into the network around it.
 */
@Needs("curl")
class SafeDownloadTests {
  @RegisterExtension
  static final Rigs RIGS = new Rigs(SafeDownloadTests::project, launcher -> launcher.workers(1, 1));

  private static void project(ProjectFixture project) {
    project.tool(
        "download",
        "#!/usr/bin/env bash\nsource \"${MCP_SDK:?}/tool-sdk.sh\"\n"
            + "mcp_download_safe --url https://127.0.0.1/ --out got --allow 127.0.0.1\n");
  }

  @Test
  void an_address_of_this_machine_is_refused_though_the_tool_allows_it() {
    Answer answer = RIGS.of(Revision.V2025_11_25).client().callTool("download", "{}");

    assertEquals(
        "{\"success\":false,\"error\":{\"type\":\"host_blocked\",\"message\":\"The host 127.0.0.1"
            + " may not be read from here\"}}\n",
        answer.text());
  }
}
