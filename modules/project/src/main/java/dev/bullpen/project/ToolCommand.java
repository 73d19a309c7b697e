package dev.bullpen.project;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How a tool's script is started, if it may be.
 *
 * <p>Looked at before every start: the script must lie in the tools folder or the project once
 * every link is followed, belong to us, and be writable neither by its group nor by everybody, for
 * whoever can write it decides what the client's calls do.
 */
final class ToolCommand {
  private final Layout layout;
  private final Optional<Path> bash;

  /**
   * Prepare for starting scripts.
   *
   * @param bash runs what is a script but lacks the permission
   */
  ToolCommand(Layout layout, Optional<Path> bash) {
    this.layout = layout;
    this.bash = bash;
  }

  /** The arguments, the program first, as an absolute path. */
  List<String> of(Tool tool) throws UnusableScriptException {
    Path script = tool.script();
    checkPlace(tool, real(tool));
    if (Files.isExecutable(script)) {
      return List.of(script.toString());
    }
    if (ScriptCommand.isForBash(script) && bash.isPresent()) {
      return List.of(bash.get().toString(), script.toString());
    }
    throw new UnusableScriptException(
        "Tool '%s' is not executable".formatted(tool.name()),
        "The tool %s cannot be started: its script is not executable. Run chmod +x %s."
            .formatted(tool.name(), script));
  }

  private static Path real(Tool tool) throws UnusableScriptException {
    try {
      Path real = tool.script().toRealPath();
      if (Files.isRegularFile(real)) {
        return real;
      }
    } catch (IOException e) {
      throw missing(tool, e.getClass().getSimpleName());
    }
    throw missing(tool, "not a regular file");
  }

  private static UnusableScriptException missing(Tool tool, String reason) {
    return new UnusableScriptException(
        "Tool '%s' executable missing".formatted(tool.name()),
        "The tool %s cannot be started: there is no script %s (%s). Put it back or remove the tool."
            .formatted(tool.name(), tool.script(), reason));
  }

  private void checkPlace(Tool tool, Path real) throws UnusableScriptException {
    if (!layout.tools().containsReal(real) && !layout.root().containsReal(real)) {
      throw rejected(
          tool, "%s leads out of the project".formatted(tool.script()), "Move the script into it");
    }
    Optional<TrustCheck.Objection> objection = TrustCheck.objection(real);
    if (objection.isPresent()) {
      throw rejected(
          tool, "%s %s".formatted(real, objection.get().fact()), objection.get().nextStep());
    }
  }

  private static UnusableScriptException rejected(Tool tool, String fact, String nextStep) {
    return new UnusableScriptException(
        "Tool '%s' path rejected by policy".formatted(tool.name()),
        "The tool %s is not started: %s. %s.".formatted(tool.name(), fact, nextStep));
  }
}
