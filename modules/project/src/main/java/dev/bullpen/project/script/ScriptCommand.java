package dev.bullpen.project.script;

import dev.bullpen.posix.FileStatus;
import dev.bullpen.project.file.Cause;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.file.TrustCheck;
import dev.bullpen.project.script.ScriptStart.Starter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
    checkPlace(folder, script);
    List<String> command = command(script);
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

  private static void checkPlace(Folder folder, Path script) throws UnusableScriptException {
    if (!folder.contains(script)) {
      throw new UnusableScriptException(
          "Completion script not found", script + " leads out of the project.");
    }
    if (JavaProgram.is(script)) {
      checkTrusted(folder, script);
    }
  }

  private List<String> command(Path script) throws UnusableScriptException {
    ScriptStart start;
    try {
      start = ScriptStart.of(script);
    } catch (IOException e) {
      throw unread(script, e);
    }
    return start
        .command(script, bash)
        .orElseThrow(
            () ->
                start.objection().isPresent()
                    ? new UnusableScriptException(
                        "Completion script not started", start.objection().get())
                    : new UnusableScriptException(
                        "Completion script not executable", "Run chmod +x %s.".formatted(script)));
  }

  private static UnusableScriptException unread(Path script, IOException e) {
    return new UnusableScriptException(
        "Completion script cannot be read just now", ScriptStart.unread(script, e));
  }

  private static void checkTrusted(Folder folder, Path script) throws UnusableScriptException {
    Optional<TrustCheck.Objection> objection;
    try {
      objection = ScriptWay.toJava(script, script.toRealPath(), folder).objection();
    } catch (NoSuchFileException e) {
      throw new UnusableScriptException(
          "Completion script not found",
          "%s is gone (%s). Put it back.".formatted(script, Cause.of(e)));
    } catch (IOException e) {
      throw unread(script, e);
    }
    if (objection.isPresent()) {
      throw new UnusableScriptException(
          "Completion script rejected by policy",
          "%s is not run: %s. %s."
              .formatted(script, objection.get().fact(), objection.get().nextStep()));
    }
  }

  /**
   * The arguments that start a script that is there; empty if nothing does.
   *
   * @param bash where it is
   * @throws IOException if the script cannot be read now
   */
  public static Optional<List<String>> start(Path script, Optional<Path> bash) throws IOException {
    return ScriptStart.of(script).command(script, bash);
  }

  /**
   * The program that a first line names, if that is no shell: bash would not understand the file.
   *
   * @throws IOException if the line cannot be read
   */
  public static Optional<String> foreignLanguage(Path script) throws IOException {
    return ScriptStart.firstLine(script)
        .filter(line -> !line.isOfShell())
        .map(line -> EscapedBytes.of(line.program()));
  }

  /** Whether a file is a script by its name or its first line, whatever its permissions. */
  public static boolean isScript(Path file) {
    return ScriptStart.isNamedForBash(file.toString()) || !JavaProgram.is(file) && hasShebang(file);
  }

  /** Whether bash runs a script because it lacks the permission. */
  public static boolean isLeftToBash(Path script) {
    try {
      return !Files.isExecutable(script) && ScriptStart.of(script).starter() == Starter.BASH;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Why a script that is there is not run although its author may think so, as a sentence with the
   * next step: it is in no shell's language, and the system cannot tell what runs it, or it cannot
   * be read now.
   */
  public static Optional<String> objection(Path script) {
    boolean isBashEnough =
        ScriptStart.isNamedForBash(script.toString()) && Files.isExecutable(script);
    try {
      return isBashEnough || !Files.isRegularFile(script)
          ? Optional.empty()
          : ScriptStart.of(script).objection();
    } catch (IOException e) {
      return Optional.of(ScriptStart.unread(script, e));
    }
  }

  /** A sentence, with the next step, that what starts a script cannot be known now. */
  public static String unreadable(Path script, IOException e) {
    return ScriptStart.unread(script, e);
  }

  public static boolean hasShebang(Path file) {
    return isShebang(SmallFile.head(file, 2));
  }

  static boolean isShebang(byte[] head) {
    return head.length >= 2 && head[0] == '#' && head[1] == '!';
  }
}
