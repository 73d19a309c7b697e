package dev.bullpen.project.tool;

import dev.bullpen.project.metadata.Members;
import java.time.Duration;
import java.util.Optional;

/**
 * How long a tool may run, as its metadata says; what it leaves out is for the server to decide.
 *
 * @param timeout {@code timeoutSecs}: whole seconds, 1 to {@value Members#MAX_SECONDS}
 * @param progressExtends {@code progressExtendsTimeout}: whether the timeout begins anew with each
 *     progress
 * @param max {@code maxTimeoutSecs}: the bound of a run that progress extends, whole seconds, 1 to
 *     {@value Members#MAX_SECONDS}
 * @param hint {@code timeoutHint}: what to suggest when the time is up
 */
public record ToolTimeout(
    Optional<Duration> timeout,
    boolean progressExtends,
    Optional<Duration> max,
    Optional<String> hint) {
  static final String PROGRESS_EXTENDS = "progressExtendsTimeout";

  static ToolTimeout read(Members metadata) {
    return new ToolTimeout(
        metadata.seconds("timeoutSecs", 1),
        metadata.flag(PROGRESS_EXTENDS),
        metadata.seconds("maxTimeoutSecs", 1),
        metadata.text("timeoutHint"));
  }
}
