package dev.bullpen.project.completion;

import dev.bullpen.project.script.ScriptLimits;
import java.time.Duration;
import java.util.Optional;

/**
 * A completion registered by hand, or found as a program in Java of that name.
 *
 * @param name the prompt or resource name, or the URI, it completes
 * @param script path of the script relative to the project, which existed when this was read
 * @param timeout how long the script may take, when the entry says so; zero for no limit
 * @param cache for how long what it says may be said again, when the entry says so
 * @param match how what the script prints is chosen from and ordered; empty to take it as it is
 * @param limits what the script's processes may use
 */
public record CompletionEntry(
    String name,
    String script,
    Optional<Duration> timeout,
    Optional<Duration> cache,
    Optional<MatchMode> match,
    ScriptLimits limits)
    implements Completer {
  /** One whose output is taken as it is, and not kept, and that may use what it likes. */
  public CompletionEntry(String name, String script, Optional<Duration> timeout) {
    this(name, script, timeout, Optional.empty(), Optional.empty(), ScriptLimits.NONE);
  }
}
