package dev.bullpen.server.tool;

import dev.bullpen.project.tool.Tool.ToolTimeout;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How long one run of a tool may take: a fixed time, or, where progress counts, that time since the
 * last of it, up to a maximum.
 */
final class ToolClock {
  private static final Duration LEAST = Duration.ofMillis(1);

  private final Object extensionsLock = new Object();

  private final Duration timeout;
  private final Duration max;
  private final boolean extending;
  private final long startedAt;
  private boolean atMaximum;

  /**
   * @param wanted seconds the client asks for; they go before the tool's own
   */
  ToolClock(ToolTimeout own, OptionalInt wanted, ToolSettings settings, long now) {
    this.extending = own.progressExtends() || settings.times().progressExtends();
    Duration usual = own.timeout().orElse(settings.times().usual());
    Duration longest = own.max().orElse(settings.times().longest());
    this.max = !extending && usual.compareTo(longest) > 0 ? usual : longest;
    Duration chosen = wanted.isPresent() ? Duration.ofSeconds(wanted.getAsInt()) : usual;
    this.timeout = shorter(chosen, max);
    this.startedAt = now;
  }

  Duration timeout() {
    return timeout;
  }

  /** What is left of the first time, and not nothing. */
  Duration left(long now) {
    Duration left = timeout.minusNanos(now - startedAt);
    return left.compareTo(LEAST) < 0 ? LEAST : left;
  }

  Duration max() {
    return max;
  }

  boolean isExtending() {
    return extending;
  }

  /**
   * The tool has reported progress: the time it is given from now on; empty if it is given none.
   *
   * @param now on the clock of {@link System#nanoTime}
   */
  Optional<Duration> again(long now) {
    synchronized (extensionsLock) {
      Duration left = max.minusNanos(now - startedAt);
      if (!extending || left.isNegative()) {
        return Optional.empty();
      }
      atMaximum = left.compareTo(timeout) < 0;
      return Optional.of(shorter(timeout, left));
    }
  }

  /** Why it was ended, as the contract of mcp-bash words it. */
  String reason() {
    synchronized (extensionsLock) {
      return !extending ? "fixed" : atMaximum ? "max_exceeded" : "idle";
    }
  }

  /** The same for the operator, with the time that was over; the pool knows only the first one. */
  String sentence() {
    return switch (reason()) {
      case "idle" -> "it reported no progress for %d s".formatted(timeout.toSeconds());
      case "max_exceeded" -> "its longest time of %d s was over".formatted(max.toSeconds());
      default -> "its time of %d s was over".formatted(timeout.toSeconds());
    };
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
