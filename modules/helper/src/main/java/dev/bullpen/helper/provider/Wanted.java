package dev.bullpen.helper.provider;

import dev.bullpen.api.CompletionProvider;
import dev.bullpen.api.Prompt;
import dev.bullpen.api.ResourceReader;
import dev.bullpen.api.Tool;
import java.util.List;

/** What a provider can be asked to be. */
enum Wanted {
  COMPLETION(CompletionProvider.class),
  PROMPT(Prompt.class),
  TOOL(Tool.class),
  RESOURCE(ResourceReader.class);

  static final List<Wanted> ALL = List.of(values());

  private final Class<?> type;

  Wanted(Class<?> type) {
    this.type = type;
  }

  boolean isImplementedBy(Class<?> provider) {
    return type.isAssignableFrom(provider);
  }

  /** The name of the interface. */
  String word() {
    return type.getSimpleName();
  }

  /**
   * What a job is for. The variables of completions and prompts reach no other script; those of a
   * tool may, from a server around this one; only a resource is given an argument, its URI.
   *
   * @throws ScriptExit if that is not to be seen
   */
  static Wanted of(List<String> arguments, Told told) throws ScriptExit {
    if (told.has("MCP_COMPLETION_NAME")) {
      return COMPLETION;
    } else if (told.has("MCP_PROMPT_NAME")) {
      return PROMPT;
    } else if (!arguments.isEmpty()) {
      return RESOURCE;
    } else if (told.has("MCP_TOOL_NAME")) {
      return TOOL;
    }
    throw new ScriptExit(
        "Nothing says what the provider is for: neither MCP_COMPLETION_NAME, MCP_PROMPT_NAME nor"
            + " MCP_TOOL_NAME is set, and there is no URI as its argument.");
  }
}
