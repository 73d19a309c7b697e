package dev.bullpen.project.script;

import dev.bullpen.posix.FileStatus;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.TrustCheck;
import dev.bullpen.project.metadata.RefusedException;
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
 * Finds the command that starts a script for a client's call, if the script is trusted.
 *
 * <p>Checked before every start: after following links, the script must be inside the folder of its
 * kind or the project, belong to the server's user or root, and be writable neither by its group
 * nor by everybody. The same applies to the folders from there up to the project, and to files of
 * the project named in the first line. For a completion script only the location is checked, as in
 * mcp-bash. A completion in Java runs in the server's own helpers, so everything is checked.
 *
 * <p>The checks take about twenty system calls. A script that passed is remembered until an
 * examined file, folder or link changes, which takes one call each to detect.
 */
public final class TrustedCommand {
  /** The most remembered scripts; above it, all are forgotten. */
  private static final int MAX_KNOWN = 1000;

  private final Layout layout;
  private final Optional<Path> bash;
  private final Map<ProjectScript, Known> known = new ConcurrentHashMap<>();

  /**
   * @param bash runs scripts without execute permission
   */
  public TrustedCommand(Layout layout, Optional<Path> bash) {
    this.layout = layout;
    this.bash = bash;
  }

  /** The program, by absolute path, and its arguments. */
  public List<String> of(ProjectScript script) throws RefusedException {
    if (layout.isOfFramework(script.path())) {
      return unchecked(script);
    }
    Known last = known.get(script);
    if (last != null && last.isCurrent()) {
      return last.command();
    }
    // Everything is remembered before it is checked, so that a change in between is noticed. The
    // files are found twice, because a file may be rewritten after it was read and before it is
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

  /** The command of a framework script, which is trusted like the rest of the framework. */
  public List<String> unchecked(ProjectScript script) throws RefusedException {
    return command(script);
  }

  private ScriptWay way(ProjectScript script) throws RefusedException {
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

  private static Path real(ProjectScript script) throws RefusedException {
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

  private List<String> command(ProjectScript script) throws RefusedException {
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

  /** The owner's kind, and the start of messages to the client and to the operator. */
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
   * A script and its owner.
   *
   * @param owner the owner's name, escaped for messages; for a completion, the script's path
   * @param folder the folder for scripts of the kind
   * @param path absolute
   */
  public record ProjectScript(Kind kind, String owner, Folder folder, Path path) {
    /** A completion script, by its path relative to the folder. */
    public static ProjectScript completion(Folder folder, String relative) {
      // A name that is not a path is resolved like the others, and not found.
      Path path = folder.resolve(relative).orElse(folder.path());
      return new ProjectScript(Kind.COMPLETION, relative, folder, path);
    }

    private boolean isOnlyPlaceChecked() {
      return kind == Kind.COMPLETION && !JavaProgram.is(path);
    }

    private boolean isNamed() {
      return kind == Kind.TOOL || kind == Kind.PROMPT;
    }

    private RefusedException missing(String reason) {
      return unusable(
          isNamed() ? "executable missing" : "not found",
          "cannot be started: %s cannot be used (%s). Put it back or remove the %s."
              .formatted(path, reason, kind.name().toLowerCase(Locale.ROOT)));
    }

    private RefusedException unread(IOException e) {
      return unusable(
          "cannot be read at the moment", "is not started: " + ScriptCommand.unreadable(path, e));
    }

    private RefusedException notStarted(String objection) {
      return unusable(
          isNamed() ? "is not started: its script has no known interpreter" : "not started",
          "is not started: " + objection);
    }

    private RefusedException notExecutable() {
      return unusable(
          isNamed() ? "is not executable" : "not executable",
          "cannot be started: its script is not executable. Run chmod +x %s.".formatted(path));
    }

    /** A client must not learn whether a file exists outside of the project. */
    private RefusedException outside() {
      String fact = path + " leads out of the project";
      String nextStep = "Move the script into it";
      return kind == Kind.COMPLETION
          ? unusable("not found", "is not started: %s. %s.".formatted(fact, nextStep))
          : rejected(fact, nextStep);
    }

    private RefusedException rejected(String fact, String nextStep) {
      return RefusedException.invalid(
          kind.client.formatted(owner)
              + "path rejected by policy. The log of the server says why and what to change.",
          kind.operator.formatted(owner) + "is not started: %s. %s.".formatted(fact, nextStep));
    }

    private RefusedException unusable(String what, String detail) {
      return RefusedException.failed(
          kind.client.formatted(owner) + what, kind.operator.formatted(owner) + detail);
    }
  }

  /** A script that has passed the checks, and what they examined. Thread-safe. */
  private record Known(List<Examined> examined, List<String> command) {
    synchronized boolean isCurrent() {
      for (Examined each : examined) { // not a stream, because this runs for each call
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
}
