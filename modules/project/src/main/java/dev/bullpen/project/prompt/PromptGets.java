package dev.bullpen.project.prompt;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.script.RequestVariables;
import dev.bullpen.project.script.TrustedCommand;
import dev.bullpen.project.script.TrustedCommand.Kind;
import dev.bullpen.project.script.TrustedCommand.ProjectScript;
import dev.bullpen.project.script.UnusableScriptException;
import dev.bullpen.project.tool.ToolEnvironment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How {@code prompts/get} is answered: by a template that is filled in, or by a script where the
 * prompt's metadata has {@code "render": "script"}. The flag is needed because a template may be
 * called what it likes, {@code .sh} too, and has never been run.
 */
public final class PromptGets {
  /** Bytes of UTF-8 of all names and values; as much as a template may have. */
  static final int MAX_ARGUMENT_BYTES = 1_048_576;

  private final Folder prompts;
  private final PromptTemplate template;
  private final TrustedCommand commands;
  private final ToolEnvironment scripts;

  public PromptGets(Layout layout, TrustedCommand commands, ToolEnvironment scripts) {
    this.prompts = layout.prompts();
    this.template = new PromptTemplate(layout);
    this.commands = commands;
    this.scripts = scripts;
  }

  /**
   * Check the arguments, and fill in the template or look whether the script can be started. Reads
   * a file, so it may block.
   *
   * @param arguments as sent; an empty object if there were none
   */
  public PromptPlan plan(Prompt prompt, ObjectNode arguments, PromptRequest request)
      throws PromptRejectedException {
    check(prompt, arguments);
    if (prompt.isScript()) {
      return script(prompt, arguments, request);
    }
    return new PromptPlan.Text(
        PromptOutput.text(prompt, PromptTemplate.filled(template.of(prompt), arguments)));
  }

  private PromptPlan.Script script(Prompt prompt, ObjectNode arguments, PromptRequest request)
      throws PromptRejectedException {
    // What names no file is looked for where the others are, and not found.
    Path path = prompts.resolve(prompt.path()).orElse(prompts.path());
    return new PromptPlan.Script(
        command(prompt, path), variables(prompt, path, arguments, request));
  }

  private List<String> command(Prompt prompt, Path path) throws PromptRejectedException {
    try {
      return commands.of(
          new ProjectScript(Kind.PROMPT, EscapedBytes.of(prompt.name()), prompts, path));
    } catch (UnusableScriptException e) {
      throw PromptRejectedException.ofProject(e.getMessage(), e.detail());
    }
  }

  /**
   * Whether a prompt can be had with some arguments: all of them are strings, as every revision has
   * it ({@code GetPromptRequestParams.arguments}), none that is required is missing, and they are
   * not too much. What the prompt does not declare may be sent too; it may hold a placeholder for
   * it.
   */
  static void check(Prompt prompt, ObjectNode arguments) throws PromptRejectedException {
    long bytes = 0;
    for (Map.Entry<String, JsonNode> argument : arguments.properties()) {
      JsonNode value = argument.getValue();
      if (!value.isString()) {
        throw PromptRejectedException.ofArguments(
            "Argument '%s' must be a string".formatted(EscapedBytes.of(argument.getKey())));
      }
      bytes += bytes(argument.getKey()) + bytes(value.stringValue());
    }
    if (bytes > MAX_ARGUMENT_BYTES) {
      throw PromptRejectedException.ofArguments(
          "The arguments have more than %d bytes together; send shorter ones"
              .formatted(MAX_ARGUMENT_BYTES));
    }
    for (PromptArgument declared : prompt.arguments().orElse(List.of())) {
      if (declared.required() && !arguments.has(declared.name())) {
        throw PromptRejectedException.ofArguments(
            "Missing required argument '%s'".formatted(EscapedBytes.of(declared.name())));
      }
    }
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private RequestVariables variables(
      Prompt prompt, Path script, ObjectNode arguments, PromptRequest request)
      throws PromptRejectedException {
    RequestVariables variables = begin(prompt);
    variables.arguments(
        arguments,
        prompt.arguments().orElse(List.of()).stream().map(PromptArgument::name).toList());
    variables.put("MCP_PROMPT_NAME", prompt.name());
    variables.put("MCP_PROMPT_PATH", script.toString());
    variables.json("MCP_PROMPT_ARGS", "args.json", arguments);
    variables.json("MCP_PROMPT_METADATA", "metadata.json", prompt.described());
    scripts.putRequest(variables, request.meta(), request.inputResponses(), request.requestState());
    variables.offers(request.offers());
    return variables;
  }

  private RequestVariables begin(Prompt prompt) throws PromptRejectedException {
    try {
      return scripts.begin();
    } catch (UnusableScriptException e) {
      throw PromptRejectedException.ofProject(
          PromptRejectedException.UNABLE,
          "The script of the prompt %s is not run. %s"
              .formatted(EscapedBytes.of(prompt.name()), e.getMessage()));
    }
  }
}
