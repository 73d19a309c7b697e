package dev.bullpen.project.prompt;

import dev.bullpen.project.script.RequestVariables;
import dev.bullpen.project.tool.ToolEnvironment;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What answers one {@code prompts/get}. */
public sealed interface PromptPlan {
  /** A template, already filled in: a result as the newest revision has it. */
  record Text(ObjectNode result) implements PromptPlan {}

  /**
   * A script has to be run; {@link PromptOutput#read} makes the result of what it prints.
   *
   * @param command the program, by absolute path, and its arguments
   * @param variables what it is told beyond {@link ToolEnvironment#common}
   */
  record Script(List<String> command, RequestVariables variables) implements PromptPlan {
    public Script {
      command = List.copyOf(command);
    }
  }
}
