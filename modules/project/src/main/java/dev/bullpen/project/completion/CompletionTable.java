package dev.bullpen.project.completion;

import dev.bullpen.project.completion.CompletionTable.CompletionTarget.Kind;
import dev.bullpen.project.completion.MatchIndex.MatchMode;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.script.ScriptLimits;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which completion is registered for what. One for a single argument goes before one for all, and
 * one that says what kind of thing it completes before one that does not.
 */
public final class CompletionTable {
  private final Map<CompletionTarget, Completer> byTarget;

  /** The same for what may be a resource, by {@link FileUri#key} of its name. */
  private final Map<CompletionTarget, Completer> byUri = new HashMap<>();

  public CompletionTable(Map<CompletionTarget, Completer> registered) {
    byTarget = Map.copyOf(registered);
    byTarget.forEach(
        (target, completer) -> {
          if (target.kind() != Kind.PROMPT) {
            byUri.putIfAbsent(target.named(FileUri.key(target.name())), completer);
          }
        });
  }

  /**
   * What completes an argument.
   *
   * @param kind not {@link Kind#ANY}
   * @param names of one and the same thing; the first that has a completion counts
   */
  public Optional<Completer> find(Kind kind, List<String> names, String argument) {
    return find(kind, names, Optional.of(argument)).or(() -> find(kind, names, Optional.empty()));
  }

  private Optional<Completer> find(Kind kind, List<String> names, Optional<String> argument) {
    for (String name : names) {
      CompletionTarget target = new CompletionTarget(kind, name, argument);
      Completer completer = byTarget.getOrDefault(target, byTarget.get(target.with(Kind.ANY)));
      if (completer == null && kind == Kind.RESOURCE) {
        target = target.named(FileUri.key(name));
        completer = byUri.getOrDefault(target, byUri.get(target.with(Kind.ANY)));
      }
      if (completer != null) {
        return Optional.of(completer);
      }
    }
    return Optional.empty();
  }

  /** Whether a thing has any completion, be it for another argument. */
  public boolean knows(Kind kind, String name) {
    return knows(byTarget, kind, name)
        || kind == Kind.RESOURCE && knows(byUri, kind, FileUri.key(name));
  }

  private static boolean knows(Map<CompletionTarget, Completer> by, Kind kind, String name) {
    return by.keySet().stream()
        .filter(target -> target.kind() == kind || target.kind() == Kind.ANY)
        .anyMatch(target -> target.name().equals(name));
  }

  public Set<CompletionTarget> targets() {
    return byTarget.keySet();
  }

  public List<Completer.Script> scripts() {
    return byTarget.values().stream()
        .filter(Completer.Script.class::isInstance)
        .map(Completer.Script.class::cast)
        .toList();
  }

  /**
   * What a completion is registered for.
   *
   * @param kind of the thing; {@link Kind#ANY} for everything of that name
   * @param name the prompt or resource name, or the URI
   * @param argument the only one it completes; empty for all that have no completion of their own
   */
  public record CompletionTarget(Kind kind, String name, Optional<String> argument) {
    public enum Kind {
      ANY,
      PROMPT,
      RESOURCE
    }

    /** Targets are looked up for each request, and a record's own goes through method handles. */
    @Override
    public int hashCode() {
      return 31 * name.hashCode() + argument.hashCode();
    }

    public CompletionTarget with(Kind other) {
      return new CompletionTarget(other, name, argument);
    }

    private CompletionTarget named(String other) {
      return new CompletionTarget(kind, other, argument);
    }
  }

  /** How an argument is completed: by a script, or from declared values. */
  public sealed interface Completer {
    /**
     * A completion registered by hand, or found as a program in Java of that name.
     *
     * @param name the prompt or resource name, or the URI, it completes
     * @param script path of the script relative to the project, which existed when this was read
     * @param timeout how long the script may take, if the entry says so; zero for no limit
     * @param cache for how long its output may be used again, if the entry says so
     * @param match how its output is chosen from and ordered; empty to take it as it is
     * @param limits what the script's processes may use
     */
    record Script(
        String name,
        String script,
        Optional<Duration> timeout,
        Optional<Duration> cache,
        Optional<MatchMode> match,
        ScriptLimits limits)
        implements Completer {
      public Script(String name, String script, Optional<Duration> timeout) {
        this(name, script, timeout, Optional.empty(), Optional.empty(), ScriptLimits.NONE);
      }
    }

    record Declared(CompletionSource source, MatchMode match) implements Completer {}
  }
}
