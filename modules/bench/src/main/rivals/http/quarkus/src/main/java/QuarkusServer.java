import io.quarkiverse.mcp.server.CompleteArg;
import io.quarkiverse.mcp.server.CompletePrompt;
import io.quarkiverse.mcp.server.Prompt;
import io.quarkiverse.mcp.server.PromptArg;
import io.quarkiverse.mcp.server.PromptMessage;
import io.quarkiverse.mcp.server.Tool;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** A server of Quarkus that starts a script for every call, as the JDK does it. */
public class QuarkusServer {
  private static final List<String> VALUES =
      List.of("retry job", "review logs", "rebuild cache", "restart service");

  @ConfigProperty(name = "bench.script")
  String script;

  @Tool(name = "hello", description = "A tool")
  String hello() throws IOException, InterruptedException {
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
  }

  @Prompt(name = "fast", description = "A prompt")
  PromptMessage fast(@PromptArg(description = "An argument") String query) {
    return PromptMessage.withUserRole("Prompt.");
  }

  @CompletePrompt("fast")
  List<String> complete(@CompleteArg(name = "query") String typed) {
    return VALUES.stream().filter(value -> value.startsWith(typed)).toList();
  }
}
