package dev.bullpen.acceptance.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.McpProcess;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A server that is started where no project is serves one tool, as itself. */
class ServerWithoutProjectTests {
  @TempDir Path temporary;

  @Test
  void its_tool_may_be_called_and_no_folder_is_written_to() {
    McpProcess process =
        Launcher.packaged()
            .workers(1, 1)
            .by("/bin/sh", "-c", "cd / && exec \"$@\"", "sh")
            .environment("TMPDIR", temporary.toString())
            .environment("MCPBASH_TOOL_ALLOWLIST", "")
            .environment("MCPBASH_SERVER_WEBSITE_URL", "https://example.com/")
            .environment("MCPBASH_SERVER_ICONS", "[{\"src\":\"https://example.com/i.png\"}]")
            .start();
    try (McpClient client = new McpClient(process, Revision.V2025_11_25)) {
      Answer hello = client.handshake();
      JsonNode itself = hello.result().path("serverInfo");
      assertEquals("bullpen", itself.path("name").stringValue());
      assertFalse(itself.has("websiteUrl") || itself.has("icons"), itself.toString());
      Answer tools = client.call("tools/list", Messages.json("{}"));
      assertEquals(1, tools.result().path("tools").size(), tools.message().toString());
      String text = client.callTool("getting_started", "{}").text();
      assertTrue(text.contains("MCPBASH_PROJECT_ROOT"), text);
      process.stderr().assertSays("the tool getting_started is served");
      process.closeStdin();
      process.awaitExit(Deadline.in(McpClient.PATIENCE));
    }
    Path project = Path.of(System.getProperty(Launcher.FOLDER), "getting-started");
    assertFalse(Files.exists(project.resolve(".registry")), project::toString);
  }
}
