import dev.bullpen.api.Tool;
import dev.bullpen.api.ToolRequest;
import dev.bullpen.api.ToolResult;
import example.words.Words;

/** Uses a class of lib/words.jar: a source can use every jar in the project's folder lib. */
class Slug implements Tool {
  @Override
  public ToolResult call(ToolRequest request) {
    String slug = String.join("-", Words.of(request.arguments().text("title")));
    return slug.isEmpty() ? ToolResult.error("There is no word in it") : ToolResult.text(slug);
  }
}
