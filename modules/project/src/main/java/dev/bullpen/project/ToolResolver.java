package dev.bullpen.project;

import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.script.TrustedCommand;
import dev.bullpen.project.script.TrustedCommand.Kind;
import dev.bullpen.project.script.TrustedCommand.ProjectScript;
import dev.bullpen.project.tool.Tool;
import java.util.List;
import java.util.Optional;

/** Finds the tool with a name, according to one catalog, and checks whether it can be started. */
public record ToolResolver(Catalog catalog, Folder tools, TrustedCommand commands) {

  /** Which tool a name means, and how it is started. */
  public sealed interface Resolution permits Found, Unknown, Broken {}

  /** The tool, and the command that starts it: a program by absolute path, and its arguments. */
  public record Found(Tool tool, List<String> command) implements Resolution {}

  /** There is no such tool: -32602. The message is for the client. */
  public record Unknown(String message) implements Resolution {}

  /**
   * The tool is known but cannot be started until the project is corrected: -32603; or -32602 if
   * its script exists but is not trusted, as in mcp-bash.
   *
   * @param message for the client, without paths
   * @param detail for the operator, with paths and the next step
   * @param isRejected whether the code is -32602
   */
  public record Broken(String message, String detail, boolean isRejected) implements Resolution {}

  /** There is no such tool, or the client may not know of it. */
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
    } catch (RefusedException e) {
      return new Broken(e.getMessage(), e.detail(), e.isInvalid());
    }
  }
}
