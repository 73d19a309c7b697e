package dev.bullpen.project.script;

import dev.bullpen.posix.FileStatus;
import dev.bullpen.project.file.Cause;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.file.TrustCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How a completion script is started.
 *
 * <p>A program in Java is run inside the server's own helpers, and held to what {@link
 * TrustedCommand} asks of every script a client's call runs.
 */
public final class ScriptCommand {
  private final Optional<Path> bash;
  private final KnownCommands<Name> known = new KnownCommands<>();

  private record Name(Folder folder, String relative) {}

  /**
   * Prepare for starting scripts.
   *
   * @param bash runs what is a script but lacks the permission
   */
  public ScriptCommand(Optional<Path> bash) {
    this.bash = bash;
  }

  /** The arguments, the program first, as an absolute path. */
  public List<String> of(Folder folder, String relative) throws UnusableScriptException {
    Name name = new Name(folder, relative);
    Optional<List<String>> same = known.of(name);
    if (same.isPresent()) {
      return same.get();
    }
    Path script = find(folder, relative);
    FileStatus status = KnownCommands.glance(script);
    List<String> command = look(folder, script);
    known.keep(name, status, command);
    return command;
  }

  private static Path find(Folder folder, String relative) throws UnusableScriptException {
    return folder
        .resolve(relative)
        .filter(Files::isRegularFile)
        .orElseThrow(
            () ->
                new UnusableScriptException(
                    "Completion script not found",
                    "%s below %s is gone. Put it back or remove its registration."
                        .formatted(relative, folder.path())));
  }

  private List<String> look(Folder folder, Path script) throws UnusableScriptException {
    if (!folder.contains(script)) {
      throw new UnusableScriptException(
          "Completion script not found", script + " leads out of the project.");
    }
    if (JavaProgram.is(script)) {
      checkTrusted(script);
      return List.of(script.toString());
    }
    if (Files.isExecutable(script)) {
      return List.of(script.toString());
    }
    if (isForBash(script) && bash.isPresent()) {
      return List.of(bash.get().toString(), script.toString());
    }
    throw new UnusableScriptException(
        "Completion script not executable", "Run chmod +x %s.".formatted(script));
  }

  private static void checkTrusted(Path script) throws UnusableScriptException {
    Optional<TrustCheck.Objection> objection;
    try {
      objection = TrustCheck.objection(script.toRealPath());
    } catch (IOException e) {
      throw new UnusableScriptException(
          "Completion script not found",
          "%s is gone (%s). Put it back.".formatted(script, Cause.of(e)));
    }
    if (objection.isPresent()) {
      throw new UnusableScriptException(
          "Completion script rejected by policy",
          "%s %s. %s.".formatted(script, objection.get().fact(), objection.get().nextStep()));
    }
  }

  /** Whether bash may run a file although it is not executable. */
  public static boolean isForBash(Path file) {
    return isNamedForBash(file.toString()) || !JavaProgram.is(file) && hasShebang(file);
  }

  static boolean isNamedForBash(String fileName) {
    return fileName.endsWith(".sh") || fileName.endsWith(".bash");
  }

  public static boolean hasShebang(Path file) {
    return isShebang(SmallFile.head(file, 2));
  }

  static boolean isShebang(byte[] head) {
    return head.length >= 2 && head[0] == '#' && head[1] == '!';
  }
}
