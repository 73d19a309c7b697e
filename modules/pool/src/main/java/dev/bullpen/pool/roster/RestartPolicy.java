package dev.bullpen.pool.roster;

import dev.bullpen.wire.Safeguard;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

/**
 * When the next helper may be started after some did not come up, or came up and died unused: at
 * once, then 0.1 s, doubling to 24 s, each up to a fifth longer by chance. That is at most ten
 * starts in the first minute, and a repair is found within half a minute.
 *
 * <p>Where processes, descriptors or memory were short, it is tried again every three seconds at
 * the latest: other programs may give them back at any time, and a try costs little.
 *
 * <p>After {@value #PARKED_AFTER} failures in a row the pool is parked: jobs are refused with the
 * reason instead of waiting. One success ends that, which is a job done, not a hello: a helper that
 * is killed as soon as it is up says hello each time. So does a time in which none was wanted.
 * Guarded by the roster's lock.
 */
final class RestartPolicy {
  static final int PARKED_AFTER = 3;

  private static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(24);

  /** With the jitter and a helper's start this is less than the five seconds that are promised. */
  private static final Duration LONGEST_OF_SHORTAGE = Duration.ofSeconds(3);

  private static final double JITTER = 0.2;

  /** After so long a failure is past: a wanted helper would have failed again, hanging included. */
  private static final Duration REMEMBERED = Duration.ofMinutes(1);

  private static final Duration SHORTAGE_REMEMBERED = Duration.ofSeconds(10);

  private final LongSupplier nanoTime;
  private int failures;
  private boolean shortage;
  private String reason = "";
  private long failedAt;
  private long nextStartAt;
  private Optional<Long> awaitedStart = Optional.empty();

  /**
   * @param nanoTime as {@link System#nanoTime}
   */
  RestartPolicy(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    failedAt = nanoTime.getAsLong();
    nextStartAt = failedAt;
  }

  /**
   * @param shortage whether no process was made, for want of something
   */
  void failed(String why, boolean shortage) {
    failures = isPast() ? 1 : failures + 1;
    this.shortage = shortage;
    reason = why;
    failedAt = nanoTime.getAsLong();
    nextStartAt = failedAt + delay().toNanos();
  }

  void succeeded() {
    failures = 0;
    nextStartAt = nanoTime.getAsLong();
  }

  /** Whether the last failure is too old to count. */
  private boolean isPast() {
    Duration age = Duration.ofNanos(nanoTime.getAsLong() - failedAt);
    return age.compareTo(shortage ? SHORTAGE_REMEMBERED : REMEMBERED) > 0;
  }

  boolean isFailing() {
    return failures > 0 && Safeguard.BACK_OFF.on() && !isPast();
  }

  boolean isParked() {
    return failures >= PARKED_AFTER && isFailing();
  }

  /** When the last helper failed, by {@link System#nanoTime}; of no meaning if none has. */
  long failedAt() {
    return failedAt;
  }

  /** Why the last helper did not come up, or did not stay. */
  String reason() {
    return reason;
  }

  /** How long after the last failure the next start is due. */
  private Duration delay() {
    if (!Safeguard.BACK_OFF.on()) {
      return Duration.ZERO;
    }
    double doubled = FIRST.toMillis() * Math.pow(2, Math.min(failures - 1, Integer.SIZE));
    double chosen =
        Math.min(doubled, (shortage ? LONGEST_OF_SHORTAGE : LONGEST).toMillis())
            * (1 + ThreadLocalRandom.current().nextDouble(JITTER));
    return Duration.ofMillis((long) chosen);
  }

  /** How long no helper may be started yet. */
  Duration left() {
    return Duration.ofNanos(Math.max(0, nextStartAt - nanoTime.getAsLong()));
  }

  /**
   * The same, once for each failure: each caller starts a timer, which calls again. Empty from the
   * second time on.
   */
  Optional<Duration> takeLeft() {
    Optional<Long> start = Optional.of(nextStartAt);
    if (awaitedStart.equals(start)) {
      return Optional.empty();
    }
    awaitedStart = start;
    return Optional.of(left());
  }
}
