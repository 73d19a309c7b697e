package dev.bullpen.project;

import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.script.TrustedCommand;
import dev.bullpen.project.script.TrustedCommand.Kind;
import dev.bullpen.project.script.TrustedCommand.ProjectScript;
import dev.bullpen.project.script.UnusableScriptException;
import dev.bullpen.project.tool.Tool;
import dev.bullpen.project.tool.ToolResolution;
import java.util.Optional;

/** Finds the tool of a name, according to one catalog, and looks whether it can be started now. */
public final class ToolResolver {
  private final Catalog catalog;
  private final Folder tools;
  private final TrustedCommand commands;

  ToolResolver(Catalog catalog, Folder tools, TrustedCommand commands) {
    this.catalog = catalog;
    this.tools = tools;
    this.commands = commands;
  }

  /** Find a tool by its exact name. */
  public ToolResolution resolve(String name) {
    if (catalog.broken().isPresent()) {
      return new ToolResolution.Broken(
          "The project's registration is broken; the server's error output says how to mend it",
          catalog.broken().get().getMessage(),
          false);
    }
    Optional<Tool> tool = catalog.tool(name);
    if (tool.isEmpty()) {
      return new ToolResolution.Unknown("Tool '%s' not found".formatted(EscapedBytes.of(name)));
    }
    try {
      return new ToolResolution.Found(
          tool.get(), commands.of(new ProjectScript(Kind.TOOL, name, tools, tool.get().script())));
    } catch (UnusableScriptException e) {
      return new ToolResolution.Broken(e.getMessage(), e.detail(), e.isRejection());
    }
  }
}
