package dev.bullpen.project.script;

import dev.bullpen.posix.FileStatus;
import dev.bullpen.project.file.Cause;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.TrustCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The command that starts a script for a client's call, if the script is trusted.
 *
 * <p>Checked before every start: the script must lie in the folder of its kind or in the project
 * once every link is followed, belong to the server's user or root, and be writable neither by its
 * group nor by everybody. The same holds for the folders from there up to the project, and for what
 * the first line names in the project. Of a completion script only its place is checked, as under
 * mcp-bash; a completion in Java runs in the server's own helpers, so all of it is.
 *
 * <p>The checks take some twenty system calls. A script that passed is remembered until a file,
 * folder or link that was examined changes, which takes one call each to see.
 */
public final class TrustedCommand {
  /** Scripts; beyond that all are forgotten. */
  private static final int MAX_KNOWN = 1000;

  private final Layout layout;
  private final Optional<Path> bash;
  private final Map<ProjectScript, Known> known = new ConcurrentHashMap<>();

  /**
   * @param bash runs scripts that lack the permission
   */
  public TrustedCommand(Layout layout, Optional<Path> bash) {
    this.layout = layout;
    this.bash = bash;
  }

  /** The program, by absolute path, and its arguments. */
  public List<String> of(ProjectScript script) throws UnusableScriptException {
    if (layout.isOfFramework(script.path())) {
      return unchecked(script);
    }
    Known last = known.get(script);
    if (last != null && last.isCurrent()) {
      return last.command();
    }
    // All is remembered before it is checked, so that a change meanwhile is noticed. The way is
    // followed twice, because a file may be rewritten after it was read and before it is
    // remembered.
    List<Examined> examined = new ArrayList<>();
    examined.add(Examined.now(FileStatus.behindLinks(script.path())));
    ScriptWay before = way(script);
    before.besideScript().forEach(path -> examined.add(Examined.now(new FileStatus(path))));
    ScriptWay way = way(script);
    if (!script.isOnlyPlaceChecked()) {
      Optional<TrustCheck.Objection> objection = way.objection();
      if (objection.isPresent()) {
        throw script.rejected(objection.get().fact(), objection.get().nextStep());
      }
    }
    List<String> command = command(script);
    if (way.isSameAs(before)) {
      if (known.size() >= MAX_KNOWN) {
        known.clear();
      }
      known.put(script, new Known(List.copyOf(examined), command));
    }
    return command;
  }

  /** The command of a script of the framework, which is trusted as all of the framework is. */
  public List<String> unchecked(ProjectScript script) throws UnusableScriptException {
    return command(script);
  }

  private ScriptWay way(ProjectScript script) throws UnusableScriptException {
    Path real = real(script);
    boolean isInside =
        script.folder().containsReal(real)
            || script.kind() != Kind.COMPLETION && layout.root().containsReal(real);
    if (!isInside) {
      throw script.outside();
    }
    try {
      return script.isOnlyPlaceChecked()
          ? ScriptWay.toPlace(script.path(), layout, script.folder())
          : ScriptWay.to(script.path(), real, layout, script.folder());
    } catch (IOException e) {
      throw script.unread(e);
    }
  }

  private static Path real(ProjectScript script) throws UnusableScriptException {
    try {
      Path real = script.path().toRealPath();
      if (Files.isRegularFile(real)) {
        return real;
      }
    } catch (IOException e) {
      throw script.missing(Cause.of(e));
    }
    throw script.missing("not a regular file");
  }

  private List<String> command(ProjectScript script) throws UnusableScriptException {
    try {
      ScriptCommand start = ScriptCommand.of(script.path());
      return start
          .command(script.path(), bash)
          .orElseThrow(
              () -> start.objection().map(script::notStarted).orElseGet(script::notExecutable));
    } catch (IOException e) {
      throw script.unread(e);
    }
  }

  /** What a script belongs to, and how messages to the client and to the operator begin. */
  public enum Kind {
    TOOL("Tool '%s' ", "The tool %s "),
    PROMPT("Prompt '%s' ", "The prompt %s "),
    COMPLETION("Completion script ", "The completion script %s "),
    PROVIDER("Resource provider ", "its provider %s ");

    private final String client;
    private final String operator;

    Kind(String client, String operator) {
      this.client = client;
      this.operator = operator;
    }
  }

  /**
   * A script and what it belongs to.
   *
   * @param owner its name, fit to be shown; of a completion the path of the script
   * @param folder where scripts of the kind lie
   * @param path absolute
   */
  public record ProjectScript(Kind kind, String owner, Folder folder, Path path) {
    /** A completion script, by its path relative to the folder. */
    public static ProjectScript completion(Folder folder, String relative) {
      // What names no file is searched where the others are, and not found.
      Path path = folder.resolve(relative).orElse(folder.path());
      return new ProjectScript(Kind.COMPLETION, relative, folder, path);
    }

    private boolean isOnlyPlaceChecked() {
      return kind == Kind.COMPLETION && !JavaProgram.is(path);
    }

    private boolean isNamed() {
      return kind == Kind.TOOL || kind == Kind.PROMPT;
    }

    private UnusableScriptException missing(String reason) {
      return unusable(
          isNamed() ? "executable missing" : "not found",
          "cannot be started: %s cannot be used (%s). Put it back or remove the %s."
              .formatted(path, reason, kind.name().toLowerCase(Locale.ROOT)));
    }

    private UnusableScriptException unread(IOException e) {
      return unusable(
          "cannot be read just now", "is not started: " + ScriptCommand.unreadable(path, e));
    }

    private UnusableScriptException notStarted(String objection) {
      return unusable(
          isNamed() ? "is not started: nothing says what runs its script" : "not started",
          "is not started: " + objection);
    }

    private UnusableScriptException notExecutable() {
      return unusable(
          isNamed() ? "is not executable" : "not executable",
          "cannot be started: its script is not executable. Run chmod +x %s.".formatted(path));
    }

    /** A client does not learn whether there is a file outside that a completion leads to. */
    private UnusableScriptException outside() {
      String fact = path + " leads out of the project";
      String nextStep = "Move the script into it";
      return kind == Kind.COMPLETION
          ? unusable("not found", "is not started: %s. %s.".formatted(fact, nextStep))
          : rejected(fact, nextStep);
    }

    private UnusableScriptException rejected(String fact, String nextStep) {
      return new UnusableScriptException(
          kind.client.formatted(owner)
              + "path rejected by policy. The log of the server says why and what to change.",
          kind.operator.formatted(owner) + "is not started: %s. %s.".formatted(fact, nextStep),
          true);
    }

    private UnusableScriptException unusable(String what, String detail) {
      return new UnusableScriptException(
          kind.client.formatted(owner) + what, kind.operator.formatted(owner) + detail, false);
    }
  }

  /** A script that has passed the checks, and what they examined. Used by any thread. */
  private record Known(List<Examined> examined, List<String> command) {
    synchronized boolean isCurrent() {
      for (Examined each : examined) { // no stream: this runs for each call
        if (!each.isUnchanged()) {
          return false;
        }
      }
      return true;
    }
  }

  private record Examined(FileStatus status, boolean wasAbsent) {
    static Examined now(FileStatus status) {
      status.remember();
      return new Examined(status, status.isAbsent());
    }

    boolean isUnchanged() {
      return wasAbsent ? !status.read() && status.isAbsent() : status.isAsRemembered();
    }
  }

  /** A script that cannot be started; the message is fit for a client. */
  public static final class UnusableScriptException extends Exception {
    private final String detail;
    private final boolean rejection;

    public UnusableScriptException(String message, String detail, boolean rejection) {
      super(message);
      this.detail = detail;
      this.rejection = rejection;
    }

    /** Whether it could be started, and may not be. */
    public boolean isRejection() {
      return rejection;
    }

    /** Which script and what to do, for the operator. */
    public String detail() {
      return detail;
    }
  }
}
