package dev.bullpen.pool.setting;

/**
 * What is chosen for one pool.
 *
 * @param command how a helper is started
 * @param size how many helpers there are
 * @param jobsPerHelper how many jobs a helper does before a fresh one takes its place; 0 for as
 *     many as there are
 * @param isolation what holds the processes of a helper together
 */
public record PoolSettings(
    HelperCommand command, PoolSize size, int jobsPerHelper, Isolation isolation) {
  public PoolSettings {
    if (jobsPerHelper < 0) {
      throw new IllegalArgumentException("a helper cannot do %d jobs".formatted(jobsPerHelper));
    }
  }
}
