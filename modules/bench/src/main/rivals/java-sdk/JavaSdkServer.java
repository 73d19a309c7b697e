import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A server of the official Java SDK that starts a script for every completion and every call, as
 * the JDK does it.
 *
 * <p>Usage: java JavaSdkServer COMPLETION_SCRIPT TOOL_SCRIPT
 */
public final class JavaSdkServer {
  private static final String PROMPT = "fast";

  private JavaSdkServer() {}

  /** Serves until its input ends. */
  public static void main(String[] scripts) {
    McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
        .serverInfo("java-sdk", "1.0.0")
        .capabilities(
            McpSchema.ServerCapabilities.builder()
                .completions()
                .prompts(false)
                .tools(false)
                .build())
        .prompts(
            new McpServerFeatures.SyncPromptSpecification(
                new McpSchema.Prompt(
                    PROMPT,
                    "A prompt",
                    List.of(new McpSchema.PromptArgument("query", "An argument", false))),
                (exchange, request) -> new McpSchema.GetPromptResult("A prompt", List.of())))
        .completions(
            new McpServerFeatures.SyncCompletionSpecification(
                new McpSchema.PromptReference(PROMPT), (exchange, request) -> complete(scripts[0])))
        .toolCall(
            McpSchema.Tool.builder("hello", Map.of("type", "object")).description("A tool").build(),
            (exchange, request) ->
                McpSchema.CallToolResult.builder().addTextContent(output(scripts[1])).build())
        .build();
  }

  private static McpSchema.CompleteResult complete(String script) {
    try {
      String[] values = McpJsonDefaults.getMapper().readValue(output(script), String[].class);
      return new McpSchema.CompleteResult(
          new McpSchema.CompleteResult.CompleteCompletion(List.of(values), values.length, false));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String output(String script) {
    try {
      Process process =
          new ProcessBuilder(script)
              .redirectInput(new File("/dev/null"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(script + " failed");
      }
      return text;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
