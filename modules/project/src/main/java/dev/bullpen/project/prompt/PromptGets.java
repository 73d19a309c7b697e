package dev.bullpen.project.prompt;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.script.ProjectScript;
import dev.bullpen.project.script.TrustedCommand;
import dev.bullpen.project.script.UnusableScriptException;
import dev.bullpen.project.tool.ToolEnvironment;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * How {@code prompts/get} is answered: by a template that is filled in, or by a script where the
 * prompt's metadata has {@code "render": "script"}. The flag is needed because a template may be
 * called what it likes, {@code .sh} too, and has never been run.
 */
public final class PromptGets {
  private final Folder prompts;
  private final PromptTemplate template;
  private final TrustedCommand commands;
  private final PromptEnvironment environment;

  /**
   * Prepare for answering.
   *
   * @param bash runs what is a script but lacks the permission
   */
  public PromptGets(Layout layout, Optional<Path> bash, ToolEnvironment scripts) {
    this.prompts = layout.prompts();
    this.template = new PromptTemplate(layout);
    this.commands = new TrustedCommand(layout, bash);
    this.environment = new PromptEnvironment(scripts);
  }

  /**
   * Check the arguments, and fill in the template or look whether the script can be started. Reads
   * a file, so it may block.
   *
   * @param arguments as sent; an empty object if there were none
   */
  public PromptPlan plan(Prompt prompt, ObjectNode arguments, PromptRequest request)
      throws PromptRejectedException {
    PromptArgumentCheck.check(prompt, arguments);
    if (prompt.isScript()) {
      return script(prompt, arguments, request);
    }
    return new PromptPlan.Text(
        PromptMessages.text(prompt, Placeholders.filled(template.of(prompt), arguments)));
  }

  /**
   * Make a result of what a script prompt printed: {@code {description?, messages, _meta?}} of the
   * newest revision, or the object with {@code resultType: "input_required"} as it is.
   *
   * <p>Messages stay as they were printed; one without a role or a content object gives way to a
   * text that says so. Whether a content suits the client's revision is not looked at.
   *
   * @param stdout all of it, from a script that exited 0
   */
  public ObjectNode read(Prompt prompt, byte[] stdout) {
    return PromptOutput.read(prompt, stdout);
  }

  private PromptPlan.Script script(Prompt prompt, ObjectNode arguments, PromptRequest request)
      throws PromptRejectedException {
    // What names no file is looked for where the others are, and not found.
    Path path = prompts.resolve(prompt.path()).orElse(prompts.path());
    return new PromptPlan.Script(
        command(prompt, path), environment.of(prompt, path, arguments, request));
  }

  private List<String> command(Prompt prompt, Path path) throws PromptRejectedException {
    try {
      return commands.of(
          new ProjectScript("prompt", EscapedBytes.of(prompt.name()), prompts, path));
    } catch (UnusableScriptException e) {
      throw PromptRejectedException.ofProject(e.getMessage(), e.detail());
    }
  }
}
