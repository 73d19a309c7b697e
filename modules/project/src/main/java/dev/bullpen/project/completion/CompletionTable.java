package dev.bullpen.project.completion;

import dev.bullpen.project.completion.CompletionTarget.Kind;
import dev.bullpen.project.file.FileUri;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which completion is registered for what. What names the argument goes before what does not, and
 * what names the kind of thing before what does not.
 */
public final class CompletionTable {
  private final Map<CompletionTarget, Completer> byTarget;

  /** The same of what may be a resource, by {@link FileUri#key} of its name. */
  private final Map<CompletionTarget, Completer> byUri = new HashMap<>();

  /** What has a completion, without the argument. */
  private final Set<CompletionTarget> things = new HashSet<>();

  public CompletionTable(Map<CompletionTarget, Completer> registered) {
    byTarget = Map.copyOf(registered);
    byTarget.forEach(
        (target, completer) -> {
          things.add(thing(target.kind(), target.name()));
          if (target.kind() != Kind.PROMPT) {
            String uri = FileUri.key(target.name());
            byUri.putIfAbsent(
                new CompletionTarget(target.kind(), uri, target.argument()), completer);
            things.add(thing(Kind.RESOURCE, uri));
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
        target = new CompletionTarget(kind, FileUri.key(name), argument);
        completer = byUri.getOrDefault(target, byUri.get(target.with(Kind.ANY)));
      }
      if (completer != null) {
        return Optional.of(completer);
      }
    }
    return Optional.empty();
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

  /** Whether a thing has any completion, be it for another argument. */
  public boolean knows(Kind kind, String name) {
    return things.contains(thing(kind, name))
        || things.contains(thing(Kind.ANY, name))
        || kind == Kind.RESOURCE && things.contains(thing(kind, FileUri.key(name)));
  }

  private static CompletionTarget thing(Kind kind, String name) {
    return new CompletionTarget(kind, name, Optional.empty());
  }
}
