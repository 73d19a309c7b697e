package dev.bullpen.pool.roster;

import dev.bullpen.wire.Safeguard;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * When the next helper may be started after some did not come up, or came up and died unused: at
 * once, then 0.1 s, doubling to 24 s, each up to a fifth longer by chance. That is at most ten
 * starts in the first minute, and a repair is found within half a minute.
 *
 * <p>Where none could be started because there were not enough processes, descriptors or memory,
 * nothing has been spent on it, and others give them back without telling us: that is tried again
 * every three seconds at the latest.
 *
 * <p>After {@value #PARKED_AFTER} failures in a row the pool is parked: jobs are refused with the
 * reason instead of waiting. One success forgets all, which is a job done, not a hello: a helper
 * that is killed as soon as it is up says hello each time. So does a time in which none was wanted.
 * Guarded by the roster's lock.
 */
final class RestartPolicy {
  static final int PARKED_AFTER = 3;

  private static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(24);

  /** With the jitter and a helper's start this is less than the five seconds that are promised. */
  private static final Duration LONGEST_OF_SHORTAGE = Duration.ofSeconds(3);

  private static final double JITTER = 0.2;

  /**
   * After so long a failure says nothing any more: had a helper been wanted meanwhile, it would
   * have been tried, and failed, again, a start that hangs included.
   */
  private static final Duration REMEMBERED = Duration.ofMinutes(1);

  private static final Duration SHORTAGE_REMEMBERED = Duration.ofSeconds(10);

  private int failures;
  private boolean shortage;
  private String reason = "";

  /**
   * @param shortage whether no process was made, for want of something
   */
  void failed(String why, boolean shortage) {
    failures++;
    this.shortage = shortage;
    reason = why;
  }

  void succeeded() {
    failures = 0;
  }

  /**
   * Whether the last failure is too old to say anything.
   *
   * @param age since then
   */
  boolean isPast(Duration age) {
    return age.compareTo(shortage ? SHORTAGE_REMEMBERED : REMEMBERED) > 0;
  }

  boolean isFailing() {
    return failures > 0 && Safeguard.BACK_OFF.on();
  }

  boolean isParked() {
    return failures >= PARKED_AFTER && Safeguard.BACK_OFF.on();
  }

  /** Why the last one did not come up, or not stay. */
  String reason() {
    return reason;
  }

  /** How long after the last failure the next start is due. */
  Duration delay() {
    if (!isFailing()) {
      return Duration.ZERO;
    }
    double doubled = FIRST.toMillis() * Math.pow(2, Math.min(failures - 1, Integer.SIZE));
    double chosen =
        Math.min(doubled, (shortage ? LONGEST_OF_SHORTAGE : LONGEST).toMillis())
            * (1 + ThreadLocalRandom.current().nextDouble(JITTER));
    return Duration.ofMillis((long) chosen);
  }
}
