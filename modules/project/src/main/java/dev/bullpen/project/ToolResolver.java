package dev.bullpen.project;

import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.script.TrustedCommand;
import dev.bullpen.project.script.TrustedCommand.Kind;
import dev.bullpen.project.script.TrustedCommand.ProjectScript;
import dev.bullpen.project.script.TrustedCommand.UnusableScriptException;
import dev.bullpen.project.tool.Tool;
import java.util.List;
import java.util.Optional;

/** Finds the tool of a name, according to one catalog, and looks whether it can be started now. */
public record ToolResolver(Catalog catalog, Folder tools, TrustedCommand commands) {

  /** Which tool a name stands for, and how it is started. */
  public sealed interface Resolution permits Found, Unknown, Broken {}

  /** It can be started by a program, by absolute path, and its arguments. */
  public record Found(Tool tool, List<String> command) implements Resolution {}

  /** There is none: -32602. The message is fit for the client. */
  public record Unknown(String message) implements Resolution {}

  /**
   * It is known but cannot be started until the project is mended: -32603; or -32602 if its script
   * is there and is not believed, as mcp-bash has it.
   *
   * @param message fit for the client, without paths
   * @param detail for the operator, with paths and the next step
   * @param isRejected which of the two
   */
  public record Broken(String message, String detail, boolean isRejected) implements Resolution {}

  /** There is no such tool, as far as the client may know. */
  public static Unknown unknown(String name) {
    return new Unknown("Tool '%s' not found".formatted(EscapedBytes.of(name)));
  }

  /** Find a tool by its exact name. */
  public Resolution resolve(String name) {
    if (catalog.broken().isPresent()) {
      return new Broken(
          "The project's registration is broken; the server's error output says how to mend it",
          catalog.broken().get().getMessage(),
          false);
    }
    Optional<Tool> tool = catalog.tool(name);
    if (tool.isEmpty()) {
      return unknown(name);
    }
    try {
      return new Found(
          tool.get(), commands.of(new ProjectScript(Kind.TOOL, name, tools, tool.get().script())));
    } catch (UnusableScriptException e) {
      return new Broken(e.getMessage(), e.detail(), e.isRejection());
    }
  }
}
