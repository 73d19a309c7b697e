package dev.bullpen.pool.job;

/** The queue of a job. Within a lane, jobs are served in order of arrival. */
public enum Lane {
  /** A user is typing. Served first, and always has a helper that long jobs cannot take. */
  INTERACTIVE,
  /** May take longer. */
  LONG
}
