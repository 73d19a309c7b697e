import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;

/**
 * A server of the official Java SDK, in Jetty, that starts a script for every call, as the JDK does
 * it.
 *
 * <p>Usage: java JavaSdkHttpServer TOOL_SCRIPT PORT
 */
public final class JavaSdkHttpServer {
  private static final String PROMPT = "fast";
  private static final List<String> VALUES =
      List.of("retry job", "review logs", "rebuild cache", "restart service");

  private JavaSdkHttpServer() {}

  /** Serves until it is ended. */
  public static void main(String[] arguments) throws Exception {
    HttpServletStreamableServerTransportProvider transport =
        HttpServletStreamableServerTransportProvider.builder()
            .jsonMapper(McpJsonDefaults.getMapper())
            .mcpEndpoint("/mcp")
            .build();
    McpServer.sync(transport)
        .serverInfo("java-sdk", "1.0.0")
        .capabilities(
            McpSchema.ServerCapabilities.builder().completions().prompts(false).tools(true).build())
        .prompts(
            new McpServerFeatures.SyncPromptSpecification(
                new McpSchema.Prompt(
                    PROMPT,
                    "A prompt",
                    List.of(new McpSchema.PromptArgument("query", "An argument", false))),
                (exchange, request) -> new McpSchema.GetPromptResult("A prompt", List.of())))
        .completions(
            new McpServerFeatures.SyncCompletionSpecification(
                new McpSchema.PromptReference(PROMPT),
                (exchange, request) -> complete(request.argument().value())))
        .toolCall(
            McpSchema.Tool.builder("hello", Map.of("type", "object")).description("A tool").build(),
            (exchange, request) ->
                McpSchema.CallToolResult.builder().addTextContent(output(arguments[0])).build())
        .build();
    Server server = new Server(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[1])));
    ServletContextHandler context = new ServletContextHandler("/");
    ServletHolder servlet = new ServletHolder(transport);
    servlet.setAsyncSupported(true);
    context.addServlet(servlet, "/*");
    server.setHandler(context);
    server.start();
    server.join();
  }

  private static McpSchema.CompleteResult complete(String typed) {
    List<String> found = VALUES.stream().filter(value -> value.startsWith(typed)).toList();
    return new McpSchema.CompleteResult(
        new McpSchema.CompleteResult.CompleteCompletion(found, found.size(), false));
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
