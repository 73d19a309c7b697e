package dev.bullpen.helper.output;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How fast a job's output is read. Little is taken as it comes; who says a lot is slowed down by a
 * full pipe, so that a flood leaves processors to others.
 */
final class Pace {
  /** So much is taken as it comes. */
  private static final long FREE_BYTES = 1024 * 1024;

  /** And then so much in a second. */
  private static final long BYTES_PER_SECOND = 128 * 1024 * 1024;

  private long taken;
  private long nextAt;

  /** Before the next read; for half a millisecond at most. */
  void await() {
    if (taken > FREE_BYTES) {
      LockSupport.parkNanos(nextAt - System.nanoTime());
    }
  }

  /** After it. */
  void took(int bytes) {
    taken += bytes;
    nextAt = System.nanoTime() + bytes * TimeUnit.SECONDS.toNanos(1) / BYTES_PER_SECOND;
  }
}
