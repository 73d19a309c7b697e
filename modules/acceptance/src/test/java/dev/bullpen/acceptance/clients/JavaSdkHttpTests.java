package dev.bullpen.acceptance.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.rig.Job;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest.CompleteArgument;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.PromptReference;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The client of the official Java SDK uses a server over HTTP, with its token. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JavaSdkHttpTests {
  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir static Path folder;
  private final List<ProgressNotification> progress = new CopyOnWriteArrayList<>();
  private ServedSite site;
  private HttpClientStreamableHttpTransport transport;
  private McpSyncClient client;

  @BeforeAll
  void start() throws IOException {
    site = ServedSite.start(folder);
    transport =
        HttpClientStreamableHttpTransport.builder(site.host())
            .endpoint("/mcp")
            .requestBuilder(
                HttpRequest.newBuilder().header("Authorization", "Bearer " + ServedSite.TOKEN))
            .build();
    client = McpClient.sync(transport).requestTimeout(SOON).progressConsumer(progress::add).build();
    client.initialize();
  }

  @AfterAll
  void end() {
    assertTrue(client.closeGracefully(), "the client could not be closed in order");
    site.close();
  }

  @Test
  void it_lists() {
    assertEquals(
        List.of("hello", "hold"),
        client.listTools().tools().stream().map(McpSchema.Tool::name).toList());
  }

  @Test
  void it_calls_and_hears_of_the_progress() {
    assertEquals("hello\n", hello("p-1"));
    assertTrue(Poll.until(Deadline.in(SOON), () -> totals("p-1").equals(List.of(2.0))));
  }

  private List<Double> totals(String progressToken) {
    return progress.stream()
        .filter(one -> one.progressToken().equals(progressToken))
        .map(ProgressNotification::total)
        .toList();
  }

  private String hello(String progressToken) {
    CallToolResult result =
        client.callTool(
            CallToolRequest.builder("hello")
                .arguments(Map.of())
                .meta(Map.of("progressToken", progressToken))
                .build());
    return ((TextContent) result.content().get(0)).text();
  }

  @Test
  void it_reads() {
    TextResourceContents text =
        (TextResourceContents)
            client
                .readResource(ReadResourceRequest.builder(ServedSite.RESOURCE).build())
                .contents()
                .get(0);
    assertEquals("A text.\n", text.text());
  }

  @Test
  void it_completes() {
    CompleteRequest request =
        CompleteRequest.builder(
                PromptReference.builder("declared").build(), new CompleteArgument("query", "re"))
            .build();
    assertEquals(
        List.of("retry job", "review logs"),
        client.completeCompletion(request).completion().values());
  }

  @Test
  void it_gets_a_prompt() {
    GetPromptRequest request =
        GetPromptRequest.builder("declared").arguments(Map.of("query", "this")).build();
    TextContent text = (TextContent) client.getPrompt(request).messages().get(0).content();
    assertEquals("Tell me about this.", text.text().strip());
  }

  /** The client has no words of its own for this, so both messages are said beside it. */
  @Test
  void it_cancels() {
    String token = site.rig().freshToken();
    transport
        .sendMessage(
            new JSONRPCRequest(
                "tools/call",
                "call-1",
                Map.of("name", "hold", "arguments", Map.of("token", token))))
        .subscribe();
    Job job = site.rig().ready(token, 2);
    transport
        .sendMessage(
            new JSONRPCNotification("notifications/cancelled", Map.of("requestId", "call-1")))
        .block(SOON);
    site.rig().assertGone(job);
    assertEquals("hello\n", hello("p-2"));
  }
}
