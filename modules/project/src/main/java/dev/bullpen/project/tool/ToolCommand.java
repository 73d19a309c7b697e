package dev.bullpen.project.tool;

import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.script.ProjectScript;
import dev.bullpen.project.script.TrustedCommand;
import dev.bullpen.project.script.UnusableScriptException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** How a tool's script is started, if it may be: by the rules of {@link TrustedCommand}. */
public final class ToolCommand {
  private final Folder tools;
  private final TrustedCommand commands;

  /**
   * Prepare for starting scripts.
   *
   * @param bash runs what is a script but lacks the permission
   */
  public ToolCommand(Layout layout, Optional<Path> bash) {
    this.tools = layout.tools();
    this.commands = new TrustedCommand(layout, bash);
  }

  /** The arguments, the program first, as an absolute path. */
  public List<String> of(Tool tool) throws UnusableScriptException {
    return commands.of(new ProjectScript("tool", tool.name(), tools, tool.script()));
  }
}
