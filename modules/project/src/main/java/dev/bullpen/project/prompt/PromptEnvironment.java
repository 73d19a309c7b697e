package dev.bullpen.project.prompt;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.script.ArgumentVariables;
import dev.bullpen.project.script.Payload;
import dev.bullpen.project.script.ToolVariables;
import dev.bullpen.project.tool.ToolEnvironment;
import dev.bullpen.project.tool.ToolRejectedException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the script of a prompt is told beyond what every script of the project is: the prompt, the
 * arguments, once more in plain variables, and the request.
 */
final class PromptEnvironment {
  private final ToolEnvironment scripts;

  PromptEnvironment(ToolEnvironment scripts) {
    this.scripts = scripts;
  }

  ToolVariables of(Prompt prompt, Path script, ObjectNode arguments, PromptRequest request)
      throws PromptRejectedException {
    Payload payload = payload(prompt);
    payload.putAll(ArgumentVariables.of(arguments, declared(prompt)));
    payload.put("MCP_PROMPT_NAME", prompt.name());
    payload.put("MCP_PROMPT_PATH", script.toString());
    payload.json("MCP_PROMPT_ARGS", "args.json", arguments);
    payload.json("MCP_PROMPT_METADATA", "metadata.json", prompt.described());
    scripts.tellRequest(payload, request.meta(), request.inputResponses(), request.requestState());
    ToolEnvironment.tellWhatToAsk(payload, request.offers());
    return payload.variables();
  }

  private Payload payload(Prompt prompt) throws PromptRejectedException {
    try {
      return scripts.payload();
    } catch (ToolRejectedException e) {
      throw PromptRejectedException.ofProject(
          PromptRejectedException.UNABLE,
          "The script of the prompt %s is not run. %s"
              .formatted(EscapedBytes.of(prompt.name()), e.getMessage()));
    }
  }

  private static Set<String> declared(Prompt prompt) {
    Set<String> names = new TreeSet<>();
    for (PromptArgument argument : prompt.arguments().orElse(List.of())) {
      names.add(argument.name());
    }
    return names;
  }
}
