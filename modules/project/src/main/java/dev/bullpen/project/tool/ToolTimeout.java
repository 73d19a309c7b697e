package dev.bullpen.project.tool;

import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.metadata.WholeSeconds;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How long a tool may run, as its metadata says; what it leaves out is for the server to decide.
 *
 * @param timeout {@code timeoutSecs}: whole seconds, 1 to {@value WholeSeconds#MAX}
 * @param progressExtends {@code progressExtendsTimeout}: whether the timeout begins anew with each
 *     progress
 * @param max {@code maxTimeoutSecs}: the bound of a run that progress extends, whole seconds, 1 to
 *     {@value WholeSeconds#MAX}
 * @param hint {@code timeoutHint}: what to suggest when the time is up
 */
public record ToolTimeout(
    Optional<Duration> timeout,
    boolean progressExtends,
    Optional<Duration> max,
    Optional<String> hint) {
  private static final String PROGRESS_EXTENDS = "progressExtendsTimeout";

  static ToolTimeout read(ObjectNode metadata, Consumer<String> problems) {
    return new ToolTimeout(
        WholeSeconds.of(metadata, "timeoutSecs", problems),
        readProgressExtends(metadata, problems),
        WholeSeconds.of(metadata, "maxTimeoutSecs", problems),
        Members.string(metadata, "timeoutHint", problems).filter(hint -> !hint.isBlank()));
  }

  private static boolean readProgressExtends(ObjectNode metadata, Consumer<String> problems) {
    Optional<JsonNode> value = Members.value(metadata, PROGRESS_EXTENDS);
    if (value.isPresent() && !value.get().isBoolean()) {
      problems.accept(
          "\"%s\" is ignored: it is neither true nor false. Make it one of them."
              .formatted(PROGRESS_EXTENDS));
    }
    return value.isPresent() && value.get().booleanValue(false);
  }
}
