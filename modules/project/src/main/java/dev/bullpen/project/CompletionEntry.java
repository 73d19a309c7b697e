package dev.bullpen.project;

import dev.bullpen.match.MatchMode;
import java.time.Duration;
import java.util.Optional;

/**
 * A completion registered by hand.
 *
 * @param name the prompt or resource name, or the URI, it completes
 * @param script path of the script relative to the project, which existed when this was read
 * @param timeout how long the script may take, when the entry says so
 * @param match how what the script prints is chosen from and ordered; empty to take it as it is
 */
public record CompletionEntry(
    String name, String script, Optional<Duration> timeout, Optional<MatchMode> match)
    implements Completer {
  /** One whose output is taken as it is. */
  CompletionEntry(String name, String script, Optional<Duration> timeout) {
    this(name, script, timeout, Optional.empty());
  }
}
