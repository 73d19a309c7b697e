package dev.bullpen.project.completion;

import dev.bullpen.project.completion.CompletionTable.CompletionTarget.Kind;
import dev.bullpen.project.completion.MatchIndex.MatchMode;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.script.ScriptLimits;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The registered completions. A completion for one argument precedes one for all arguments, and one
 * for a certain kind of thing precedes one for any kind.
 */
public final class CompletionTable {
  private final Map<CompletionTarget, Completer> byTarget;

  /** The same for possible resources, by {@link FileUri#key} of their name. */
  private final Map<CompletionTarget, Completer> byUri = new HashMap<>();

  public CompletionTable(Map<CompletionTarget, Completer> registered) {
    byTarget = Map.copyOf(registered);
    // In an order that is the same at each start, because several names may have one key.
    byTarget.entrySet().stream()
        .filter(one -> one.getKey().kind() != Kind.PROMPT)
        .sorted(Comparator.comparing(one -> one.getKey().name()))
        .forEach(
            one ->
                byUri.putIfAbsent(
                    one.getKey().named(FileUri.key(one.getKey().name())), one.getValue()));
  }

  /**
   * The completer of an argument.
   *
   * @param kind not {@link Kind#ANY}
   * @param names the names of one thing; the first with a completion is used
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

  /** Whether a thing has any completion, for any argument. */
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
   * The target of a registered completion.
   *
   * @param kind of the thing; {@link Kind#ANY} for all with that name
   * @param name the prompt or resource name, or the URI
   * @param argument the only argument it completes; empty for all arguments without a completion of
   *     their own
   */
  public record CompletionTarget(Kind kind, String name, Optional<String> argument) {
    public enum Kind {
      ANY,
      PROMPT,
      RESOURCE
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
     * A registered completion, or a program in Java found by name.
     *
     * @param name the name or URI of the completed prompt or resource
     * @param script path of the script relative to the project; it existed when this was read
     * @param timeout how long the script may take, if specified; zero for no limit
     * @param cache how long its output may be reused, if specified
     * @param match how its output is filtered and ordered; empty to use it unchanged
     * @param limits limits of the script's processes
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
