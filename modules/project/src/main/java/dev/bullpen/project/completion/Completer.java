package dev.bullpen.project.completion;

import dev.bullpen.project.script.ScriptLimits;
import java.time.Duration;
import java.util.Optional;

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
