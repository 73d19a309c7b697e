package dev.bullpen.acceptance.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest.CompleteArgument;
import io.modelcontextprotocol.spec.McpSchema.InitializeResult;
import io.modelcontextprotocol.spec.McpSchema.PromptReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client of the official Java SDK talks to the packaged command. */
@Tag("promise")
class JavaSdkClientTests {
  @TempDir Path folder;
  private McpSyncClient client;

  @BeforeEach
  void start() {
    Path project = ProjectFixture.in(folder).provider(Rig.FAST, Scripts.FAST).write();
    List<String> command = Launcher.packaged().project(project).workers(1, 2).command();
    ServerParameters server =
        ServerParameters.builder(command.get(0)).args(command.subList(1, command.size())).build();
    client =
        McpClient.sync(new StdioClientTransport(server, McpJsonDefaults.getMapper()))
            .requestTimeout(Duration.ofSeconds(20))
            .build();
  }

  @AfterEach
  void end() {
    assertTrue(client.closeGracefully(), "the client could not be closed in order");
  }

  @Test
  void it_completes_and_understands_the_errors() {
    InitializeResult initialized = client.initialize();
    assertEquals("fixture", initialized.serverInfo().name());
    assertTrue(initialized.capabilities().completions() != null);
    client.ping();
    McpError error = Assertions.assertThrows(McpError.class, () -> complete("no-such"));
    assertEquals(-32602, error.getJsonRpcError().code());
    assertEquals(List.of("ok"), complete(Rig.FAST));
  }

  private List<String> complete(String prompt) {
    return client
        .completeCompletion(
            CompleteRequest.builder(
                    PromptReference.builder(prompt).build(), new CompleteArgument("query", "o"))
                .build())
        .completion()
        .values();
  }
}
