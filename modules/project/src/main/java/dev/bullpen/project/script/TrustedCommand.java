package dev.bullpen.project.script;

import dev.bullpen.posix.FileStatus;
import dev.bullpen.project.file.Cause;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.TrustCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How a script is started that a client's call runs, if it may be.
 *
 * <p>Checked before every start: the script must lie in the folder of its kind or the project once
 * every link is followed, belong to us or root, and be writable neither by its group nor by
 * everybody. The same holds for the folders from there up to the project, for who can write them
 * can put another script in its place, and for what its first line names in the project.
 */
public final class TrustedCommand {
  private final Layout layout;
  private final Optional<Path> bash;
  private final KnownCommands<Path> known = new KnownCommands<>();

  /**
   * @param bash runs what is a script but lacks the permission
   */
  public TrustedCommand(Layout layout, Optional<Path> bash) {
    this.layout = layout;
    this.bash = bash;
  }

  /** The arguments, the program first, as an absolute path. */
  public List<String> of(ProjectScript script) throws UnusableScriptException {
    Optional<List<String>> same = known.of(script.path());
    if (same.isPresent()) {
      return same.get();
    }
    FileStatus status = KnownCommands.glance(script.path());
    ScriptWay way = way(script);
    List<String> command = command(script);
    known.keep(script.path(), status, command, way.placesBesideScript(), way.folders());
    return command;
  }

  private List<String> command(ProjectScript script) throws UnusableScriptException {
    Path path = script.path();
    ScriptStart start;
    try {
      start = ScriptStart.of(path);
    } catch (IOException e) {
      throw unread(script, e);
    }
    return start
        .command(path, bash)
        .orElseThrow(
            () ->
                start.objection().isPresent()
                    ? script.unusable(
                        "is not started: nothing says what runs its script",
                        "is not started: %s".formatted(start.objection().get()))
                    : script.unusable(
                        "is not executable",
                        "cannot be started: its script is not executable. Run chmod +x %s."
                            .formatted(path)));
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

  private static UnusableScriptException unread(ProjectScript script, IOException e) {
    return script.unusable(
        "cannot be read just now", "is not started: " + ScriptStart.unread(script.path(), e));
  }

  private ScriptWay way(ProjectScript script) throws UnusableScriptException {
    Path real = real(script);
    if (!script.folder().containsReal(real) && !layout.root().containsReal(real)) {
      throw rejected(
          script,
          "%s leads out of the project".formatted(script.path()),
          "Move the script into it");
    }
    ScriptWay way;
    try {
      way = ScriptWay.to(script.path(), real, layout, script.folder());
    } catch (IOException e) {
      throw unread(script, e);
    }
    Optional<TrustCheck.Objection> objection = way.objection();
    if (objection.isPresent()) {
      throw rejected(script, objection.get().fact(), objection.get().nextStep());
    }
    return way;
  }

  private static UnusableScriptException rejected(
      ProjectScript script, String fact, String nextStep) {
    return script.rejected("is not started: %s. %s.".formatted(fact, nextStep));
  }

  /**
   * A script and what it belongs to.
   *
   * @param kind what its owner is, in lower case, as messages call it: {@code tool}, {@code prompt}
   * @param owner the name of the owner, fit to be shown
   * @param folder where scripts of the kind lie
   * @param path absolute
   */
  public record ProjectScript(String kind, String owner, Folder folder, Path path) {
    /**
     * That it cannot be started.
     *
     * @param what completes a sentence that begins with the owner, for the client
     * @param detail completes one that begins with the owner, for the operator
     */
    UnusableScriptException unusable(String what, String detail) {
      return exception(what, detail, false);
    }

    /**
     * That it is there and must not be started.
     *
     * @param detail completes a sentence that begins with the owner, for the operator
     */
    UnusableScriptException rejected(String detail) {
      return exception("path rejected by policy", detail, true);
    }

    private UnusableScriptException exception(String what, String detail, boolean isRejection) {
      String capital = kind.substring(0, 1).toUpperCase(Locale.ROOT) + kind.substring(1);
      return new UnusableScriptException(
          "%s '%s' %s".formatted(capital, owner, what),
          "The %s %s %s".formatted(kind, owner, detail),
          isRejection);
    }
  }
}
