package dev.bullpen.project.completion;

import dev.bullpen.project.completion.CompletionTarget.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Who was registered to complete what. What names the argument goes before what does not, and what
 * names the kind of thing before what does not.
 */
public final class CompletionTable {
  private final Map<CompletionTarget, Completer> byTarget;
  private final Set<CompletionTarget> things = new HashSet<>();

  public CompletionTable(Map<CompletionTarget, Completer> registered) {
    byTarget = Map.copyOf(registered);
    byTarget.keySet().forEach(target -> things.add(thing(target.kind(), target.name())));
  }

  /**
   * Who completes an argument.
   *
   * @param kind not {@link Kind#ANY}
   * @param names of one and the same thing; the first that anybody is registered for counts
   */
  public Optional<Completer> find(Kind kind, List<String> names, String argument) {
    return find(kind, names, Optional.of(argument)).or(() -> find(kind, names, Optional.empty()));
  }

  private Optional<Completer> find(Kind kind, List<String> names, Optional<String> argument) {
    for (String name : names) {
      CompletionTarget target = new CompletionTarget(kind, name, argument);
      Completer completer = byTarget.get(target);
      if (completer == null) {
        completer = byTarget.get(target.with(Kind.ANY));
      }
      if (completer != null) {
        return Optional.of(completer);
      }
    }
    return Optional.empty();
  }

  /** What anything is registered for. */
  public Set<CompletionTarget> targets() {
    return byTarget.keySet();
  }

  /** Those who complete by running something. */
  public List<CompletionEntry> scripts() {
    List<CompletionEntry> scripts = new ArrayList<>();
    for (Completer completer : byTarget.values()) {
      if (completer instanceof CompletionEntry entry) {
        scripts.add(entry);
      }
    }
    return scripts;
  }

  /** Whether anything is registered for a thing, were it for another argument. */
  public boolean knows(Kind kind, String name) {
    return things.contains(thing(kind, name)) || things.contains(thing(Kind.ANY, name));
  }

  private static CompletionTarget thing(Kind kind, String name) {
    return new CompletionTarget(kind, name, Optional.empty());
  }
}
