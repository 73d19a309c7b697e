package dev.bullpen.server.tool;

import dev.bullpen.project.tool.ToolTimes.Limit;
import java.time.Duration;

/**
 * How long one run of a tool may take, and why it was ended when that is over. It measures nothing:
 * the pool does, from when a helper has the job, without the pauses in which a client is asked.
 */
final class ToolClock {
  private static final Duration LEAST = Duration.ofMillis(1);

  private final Object extensionsLock = new Object();

  private final Limit limit;
  private final Duration waited;

  /** Whether what it was given last ends with the maximum. */
  private boolean atMaximum;

  /**
   * @param waited how long its arguments had to wait for their check, which counts
   */
  ToolClock(Limit limit, Duration waited) {
    this.limit = limit;
    this.waited = waited;
  }

  Duration timeout() {
    return limit.timeout();
  }

  Duration max() {
    return limit.max();
  }

  boolean progressExtends() {
    return limit.progressExtends();
  }

  /** What the job has at its start; never nothing. */
  Duration timeoutLeft() {
    return left(limit.timeout());
  }

  /** For how long the job may run in all; never nothing. */
  Duration maxLeft() {
    return left(limit.max());
  }

  private Duration left(Duration of) {
    Duration left = of.minus(waited);
    return left.compareTo(LEAST) < 0 ? LEAST : left;
  }

  /**
   * Progress has restarted the job's time.
   *
   * @param given the time that it has from now on: less than the timeout if the maximum is near
   */
  void extended(Duration given) {
    synchronized (extensionsLock) {
      atMaximum = given.compareTo(limit.timeout()) < 0;
    }
  }

  /** Why it was ended, in the words of mcp-bash's contract. */
  String reason() {
    synchronized (extensionsLock) {
      return !limit.progressExtends() ? "fixed" : atMaximum ? "max_exceeded" : "idle";
    }
  }

  /**
   * The same for the operator, with the time that was exceeded. The pool knows only the first one.
   */
  String sentence() {
    return switch (reason()) {
      case "idle" -> "it reported no progress for %d s".formatted(timeout().toSeconds());
      case "max_exceeded" -> "its longest time of %d s was over".formatted(max().toSeconds());
      default -> "its time of %d s was over".formatted(timeout().toSeconds());
    };
  }
}
