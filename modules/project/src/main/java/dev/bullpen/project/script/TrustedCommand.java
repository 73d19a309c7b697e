package dev.bullpen.project.script;

import dev.bullpen.posix.FileStatus;
import dev.bullpen.project.file.Cause;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.TrustCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How a script is started that a client's call runs, if it may be.
 *
 * <p>Looked at before every start: the script must lie in the folder of its kind or the project
 * once every link is followed, belong to us or root, and be writable neither by its group nor by
 * everybody, for whoever can write it decides what the client's calls do. One that is still the
 * file that was found to be in order is in order.
 */
public final class TrustedCommand {
  private final Folder project;
  private final Optional<Path> bash;
  private final KnownCommands<Path> known = new KnownCommands<>();

  /**
   * Prepare for starting scripts of one kind.
   *
   * @param bash runs what is a script but lacks the permission
   */
  public TrustedCommand(Folder project, Optional<Path> bash) {
    this.project = project;
    this.bash = bash;
  }

  /** The arguments, the program first, as an absolute path. */
  public List<String> of(ProjectScript script) throws UnusableScriptException {
    Optional<List<String>> same = known.of(script.path());
    if (same.isPresent()) {
      return same.get();
    }
    FileStatus status = KnownCommands.glance(script.path());
    List<String> command = look(script);
    known.keep(script.path(), status, command);
    return command;
  }

  private List<String> look(ProjectScript script) throws UnusableScriptException {
    Path path = script.path();
    checkPlace(script, real(script));
    // What Java runs is no process, so it is never executed itself, and never by a shell.
    if (JavaProgram.is(path) || Files.isExecutable(path)) {
      return List.of(path.toString());
    }
    if (ScriptCommand.isForBash(path) && bash.isPresent()) {
      return List.of(bash.get().toString(), path.toString());
    }
    throw script.unusable(
        "is not executable",
        "cannot be started: its script is not executable. Run chmod +x %s.".formatted(path));
  }

  private static Path real(ProjectScript script) throws UnusableScriptException {
    try {
      Path real = script.path().toRealPath();
      if (Files.isRegularFile(real)) {
        return real;
      }
    } catch (IOException e) {
      throw missing(script, Cause.of(e));
    }
    throw missing(script, "not a regular file");
  }

  private static UnusableScriptException missing(ProjectScript script, String reason) {
    return script.unusable(
        "executable missing",
        "cannot be started: its script %s cannot be used (%s). Put it back or remove the %s."
            .formatted(script.path(), reason, script.kind()));
  }

  private void checkPlace(ProjectScript script, Path real) throws UnusableScriptException {
    if (!script.folder().containsReal(real) && !project.containsReal(real)) {
      throw rejected(
          script,
          "%s leads out of the project".formatted(script.path()),
          "Move the script into it");
    }
    Optional<TrustCheck.Objection> objection = TrustCheck.objection(real);
    if (objection.isPresent()) {
      throw rejected(
          script, "%s %s".formatted(real, objection.get().fact()), objection.get().nextStep());
    }
  }

  private static UnusableScriptException rejected(
      ProjectScript script, String fact, String nextStep) {
    return script.rejected("is not started: %s. %s.".formatted(fact, nextStep));
  }
}
