package dev.bullpen.acceptance.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.McpProcess;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that is started where no project is serves one tool, and leaves nothing of it. */
class ServerWithoutProjectTests {
  @TempDir Path temporary;

  private enum Ending {
    INPUT,
    TERM
  }

  private McpClient open() {
    McpProcess process =
        Launcher.packaged()
            .workers(1, 1)
            .by("/bin/sh", "-c", "cd / && exec \"$@\"", "sh")
            .environment("TMPDIR", temporary.toString())
            .environment("MCPBASH_TOOL_ALLOWLIST", "")
            .start();
    McpClient client = new McpClient(process, Revision.V2025_11_25);
    client.handshake();
    return client;
  }

  private List<Path> projects() {
    try (Stream<Path> all = Files.list(temporary)) {
      return all.map(folder -> folder.resolve("project")).filter(Files::exists).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void the_tool_may_be_called_and_its_folder_is_removed(Ending ending) {
    try (McpClient client = open()) {
      Answer tools = client.call("tools/list", Messages.json("{}"));
      assertEquals(1, tools.result().path("tools").size(), tools.message().toString());
      String text = client.callTool("getting_started", "{}").text();
      assertTrue(text.contains("MCPBASH_PROJECT_ROOT"), text);
      client.process().stderr().assertSays("the helper getting_started is served");
      assertEquals(1, projects().size());
      if (ending == Ending.INPUT) {
        client.process().closeStdin();
      } else {
        client.process().signal(Signal.TERM);
      }
      client.process().awaitExit(Deadline.in(McpClient.PATIENCE));
      assertEquals(List.of(), projects());
    }
  }

  @Test
  void after_a_kill_the_next_server_removes_its_folder() {
    List<Path> left;
    try (McpClient client = open()) {
      client.process().signal(Signal.KILL);
      client.process().awaitExit(Deadline.in(McpClient.PATIENCE));
      left = projects();
      assertEquals(1, left.size());
    }
    try (McpClient client = open()) {
      client.ping();
      Path old = left.get(0);
      assertTrue(
          Poll.until(Deadline.in(McpClient.PATIENCE), () -> !Files.exists(old)), old::toString);
      assertFalse(projects().contains(old));
    }
  }
}
