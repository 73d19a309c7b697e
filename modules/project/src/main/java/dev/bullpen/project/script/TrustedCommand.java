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
 * How a script is started that a client's call runs, if it may be.
 *
 * <p>Checked before every start: the script must lie in the folder of its kind or the project once
 * every link is followed, belong to us or root, and be writable neither by its group nor by
 * everybody. The same holds for the folders from there up to the project, for who can write them
 * can put another script in its place, and for what its first line names in the project. Of a
 * completion script only its place is checked, as under mcp-bash; a completion in Java runs in the
 * server's own helpers, so all of it is.
 *
 * <p>The checks take some twenty system calls three folders deep. A script that has passed them is
 * known for as long as every file, folder and link they examined stays as it was, which takes one
 * each.
 */
public final class TrustedCommand {
  /** With more, all are checked anew. */
  private static final int MAX_KNOWN = 1000;

  private final Layout layout;
  private final Optional<Path> bash;
  private final Map<ProjectScript, Known> known = new ConcurrentHashMap<>();

  /**
   * @param bash runs what is a script but lacks the permission
   */
  public TrustedCommand(Layout layout, Optional<Path> bash) {
    this.layout = layout;
    this.bash = bash;
  }

  /** The arguments, the program first, as an absolute path. */
  public List<String> of(ProjectScript script) throws UnusableScriptException {
    if (layout.isOfFramework(script.path())) {
      return unchecked(script);
    }
    Known last = known.get(script);
    if (last != null && last.isCurrent()) {
      return last.command();
    }
    // All is remembered before it is checked, so that a change meanwhile is noticed. The way is
    // followed twice: a file rewritten after it was read is remembered as it is now, and may lead
    // elsewhere.
    FileStatus status = FileStatus.behindLinks(script.path());
    status.remember();
    ScriptWay before = way(script);
    Known now = Known.of(status, before, script.isOnlyPlaceChecked());
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
      known.put(script, now.with(command));
    }
    return command;
  }

  /** Of a script of the framework, which is believed as all of that is. */
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

  /** What a script belongs to, and how messages begin: for the client, and for the operator. */
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
          kind.client.formatted(owner) + "path rejected by policy",
          kind.operator.formatted(owner) + "is not started: %s. %s.".formatted(fact, nextStep),
          true);
    }

    private UnusableScriptException unusable(String what, String detail) {
      return new UnusableScriptException(
          kind.client.formatted(owner) + what, kind.operator.formatted(owner) + detail, false);
    }
  }

  /**
   * A script that has passed the checks, and what they examined. Asked by any thread.
   *
   * @param places that have to be as they were
   * @param folders that have to be trusted; at least none may have become a link, which would lead
   *     elsewhere, maybe to the same file
   * @param isOnlyPlaceChecked whether anybody may write the folders
   */
  private record Known(
      List<Place> places,
      List<FileStatus> folders,
      boolean isOnlyPlaceChecked,
      List<String> command) {
    static Known of(FileStatus script, ScriptWay way, boolean isOnlyPlaceChecked) {
      List<Place> places = new ArrayList<>(List.of(new Place(script, false)));
      way.placesBesideScript().forEach(at -> places.add(Place.of(at)));
      List<FileStatus> folders = way.folders().stream().map(FileStatus::new).toList();
      return new Known(places, folders, isOnlyPlaceChecked, List.of());
    }

    Known with(List<String> command) {
      return new Known(places, folders, isOnlyPlaceChecked, command);
    }

    synchronized boolean isCurrent() {
      for (Place place : places) { // not streams: this is asked for each call
        if (!place.isAsBefore()) {
          return false;
        }
      }
      for (FileStatus folder : folders) {
        folder.look();
        if (isOnlyPlaceChecked
            ? !folder.isFolder()
            : !TrustCheck.isStillTrusted(folder.mode(), folder.owner())) {
          return false;
        }
      }
      return true;
    }
  }

  private record Place(FileStatus status, boolean isAbsent) {
    static Place of(Path path) {
      FileStatus status = new FileStatus(path);
      status.remember();
      return new Place(status, status.isAbsent());
    }

    boolean isAsBefore() {
      return isAbsent ? !status.look() && status.isAbsent() : status.isAsRemembered();
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
