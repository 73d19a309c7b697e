import dev.bullpen.api.Content;
import dev.bullpen.api.Tool;
import dev.bullpen.api.ToolRequest;
import dev.bullpen.api.ToolResult;
import java.util.Map;

/** Greets a person. It is compiled at its first call, and needs no process of its own. */
class Greeting implements Tool {
  @Override
  public ToolResult call(ToolRequest request) {
    String message = "Hello, " + request.arguments().text("name", "World") + "!";
    return ToolResult.of(Content.text(message)).withStructured(Map.of("message", message));
  }
}
