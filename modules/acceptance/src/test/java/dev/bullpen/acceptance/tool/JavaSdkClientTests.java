package dev.bullpen.acceptance.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Gate;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Tokens;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.observer.Observer;
import dev.bullpen.testkit.observer.Search;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import dev.bullpen.testkit.rig.ToolScripts;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest.CompleteArgument;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.InitializeResult;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.PromptReference;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.Root;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/** The client of the official Java SDK uses the packaged command: completions and tools. */
@Tag("promise")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JavaSdkClientTests {
  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir static Path folder;
  private final List<ProgressNotification> progress = new CopyOnWriteArrayList<>();
  private final List<LoggingMessageNotification> logs = new CopyOnWriteArrayList<>();
  private final AtomicReference<Object> lastId = new AtomicReference<>();
  private Gate gate;
  private StdioClientTransport transport;
  private McpSyncClient client;
  private InitializeResult initialized;

  @BeforeAll
  void start() {
    gate = Gate.at(folder.resolve("gate"));
    List<String> command =
        Launcher.packaged().project(project(folder.resolve("project"))).workers(2, 2).command();
    ServerParameters server =
        ServerParameters.builder(command.get(0))
            .args(command.subList(1, command.size()))
            .env(
                Map.of(
                    "MCPBASH_TOOL_ALLOWLIST",
                    "*",
                    "MCPBASH_TOOL_ENV_MODE",
                    "allowlist",
                    "MCPBASH_TOOL_ENV_ALLOWLIST",
                    "MCP_TEST_GATE",
                    "MCP_TEST_GATE",
                    gate.path().toString()))
            .build();
    transport =
        new StdioClientTransport(server, McpJsonDefaults.getMapper()) {
          @Override
          public Mono<Void> sendMessage(JSONRPCMessage message) {
            if (message instanceof JSONRPCRequest request) {
              lastId.set(request.id());
            }
            return super.sendMessage(message);
          }
        };
    client =
        McpClient.sync(transport)
            .requestTimeout(SOON)
            .capabilities(ClientCapabilities.builder().roots(true).sampling().elicitation().build())
            .roots(Root.builder("file://" + folder).build())
            .sampling(
                request -> CreateMessageResult.builder(Role.ASSISTANT, "sampled", "model").build())
            .elicitation(
                request ->
                    ElicitResult.builder(ElicitResult.Action.ACCEPT)
                        .content(Map.of("name", request.message()))
                        .build())
            .progressConsumer(progress::add)
            .loggingConsumer(logs::add)
            .build();
    initialized = client.initialize();
  }

  private static Path project(Path root) {
    String say = ToolScripts.READY + ToolScripts.SAY + ToolScripts.ASK;
    return ProjectFixture.in(root)
        .provider(Rig.FAST, Scripts.FAST)
        .tool(
            "greet",
            "{'title':'Greeter','inputSchema':{'type':'object','properties':{'name':{'type':"
                + "'string'}},'required':['name']}}",
            "echo '{\"greeting\":\"hello\"}'\n")
        .tool("failing", "echo 'no such host' >&2; exit 7\n")
        .tool("progress", say + "progress 1 ',\"total\":2'\nprogress 2\n")
        .tool("logs", say + "log warning '\"careful\"'\n")
        .tool("hold", ToolScripts.HOLD)
        .tool("elicits", say + "ask elicit '" + ElicitationTests.WHO + "'\necho \"$answer\"\n")
        .tool(
            "samples",
            say
                + "ask sample '{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\","
                + "\"text\":\"hi\"}}],\"maxTokens\":10}'\necho \"$answer\"\n")
        .tool("roots", "echo \"$MCP_ROOTS_PATHS\"\n")
        .write();
  }

  @AfterAll
  void end() {
    assertTrue(client.closeGracefully(), "the client could not be closed in order");
    gate.close();
  }

  @Test
  void it_completes_and_understands_the_errors() {
    assertEquals("fixture", initialized.serverInfo().name());
    assertTrue(initialized.capabilities().completions() != null);
    client.ping();
    McpError error = assertThrows(McpError.class, () -> complete("no-such"));
    assertEquals(-32602, error.getJsonRpcError().code());
    assertEquals(List.of("ok"), complete(Rig.FAST));
  }

  private List<String> complete(String prompt) {
    CompleteRequest request =
        CompleteRequest.builder(
                PromptReference.builder(prompt).build(), new CompleteArgument("query", "o"))
            .build();
    return client.completeCompletion(request).completion().values();
  }

  @Test
  void it_lists() {
    List<Tool> tools = client.listTools().tools();
    assertEquals(
        List.of("elicits", "failing", "greet", "hold", "logs", "progress", "roots", "samples"),
        tools.stream().map(Tool::name).toList());
    assertEquals("Greeter", tools.get(2).title());
    assertEquals(List.of("name"), tools.get(2).inputSchema().get("required"));
  }

  @Test
  void it_calls() {
    CallToolResult result = call("greet", Map.of("name", "Ann"));
    assertEquals("{\"greeting\":\"hello\"}\n", text(result));
    assertEquals(Map.of("greeting", "hello"), result.structuredContent());
    CallToolResult invalid = call("greet", Map.of());
    assertTrue(invalid.isError() && text(invalid).contains("name"), invalid.toString());
    CallToolResult failed = call("failing", Map.of());
    assertTrue(failed.isError(), failed.toString());
    assertEquals(7, failed.meta().get("exitCode"));
    McpError error = assertThrows(McpError.class, () -> call("no-such", Map.of()));
    assertEquals(-32602, error.getJsonRpcError().code());
  }

  @Test
  void it_hears_progress_and_logs() {
    client.callTool(
        CallToolRequest.builder("progress").arguments(Map.of()).progressToken("p-1").build());
    call("logs", Map.of());
    assertTrue(
        Poll.until(Deadline.in(SOON), () -> progress.size() == 2 && logs.size() == 1),
        progress + " " + logs);
    // The SDK calls its consumers on threads of their own: in which order is not the server's.
    List<ProgressNotification> heard =
        progress.stream().sorted(Comparator.comparing(ProgressNotification::progress)).toList();
    assertEquals("p-1", heard.get(0).progressToken());
    assertEquals(2.0, heard.get(0).total());
    assertEquals(2.0, heard.get(1).progress());
    assertEquals("careful", logs.get(0).data());
  }

  /** The client has no words of its own for this, so they are said beside it. */
  @Test
  void it_cancels() {
    String token = Tokens.fresh();
    CompletableFuture<CallToolResult> call =
        CompletableFuture.supplyAsync(() -> call("hold", Map.of("token", token)));
    assertEquals(1, gate.await(token, 1, Deadline.in(SOON)).size());
    transport
        .sendMessage(
            new JSONRPCNotification(
                "2.0", "notifications/cancelled", Map.of("requestId", lastId.get())))
        .block();
    try (Observer observer = Observer.start()) {
      assertTrue(observer.awaitNone(Search.token(token), Deadline.in(SOON)).none());
    }
    assertTrue(!call.isDone(), "it was answered");
    call.cancel(true);
    assertEquals("{\"greeting\":\"hello\"}\n", text(call("greet", Map.of("name", "Ann"))));
  }

  @Test
  void it_is_asked() {
    assertEquals(
        "{\"action\":\"accept\",\"content\":{\"name\":\"Who?\"}}",
        text(call("elicits", Map.of())).trim());
    assertTrue(text(call("samples", Map.of())).contains("sampled"));
    assertEquals(folder.toString(), text(call("roots", Map.of())).trim());
  }

  private CallToolResult call(String tool, Map<String, Object> arguments) {
    return client.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
  }

  private static String text(CallToolResult result) {
    return ((TextContent) result.content().get(0)).text();
  }
}
