package example.initials;

import dev.bullpen.api.Tool;
import dev.bullpen.api.ToolRequest;
import dev.bullpen.api.ToolResult;
import example.words.Words;

/**
 * A tool that comes as a jar, which names it in {@code META-INF/services/dev.bullpen.api.Tool}. As
 * of any service, class and constructor are public.
 */
public final class Initials implements Tool {
  @Override
  public ToolResult call(ToolRequest request) {
    StringBuilder initials = new StringBuilder();
    for (String word : Words.of(request.arguments().text("name"))) {
      initials.appendCodePoint(Character.toUpperCase(word.codePointAt(0)));
    }
    return ToolResult.text(initials.toString());
  }
}
