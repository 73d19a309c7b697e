package dev.bullpen.pool.job;

/** How a job is queued. Jobs of a lane are served first come, first served. */
public enum Lane {
  /** A user is typing: served first, and always has a helper that long jobs cannot take. */
  INTERACTIVE,
  /** May take its time. */
  LONG
}
