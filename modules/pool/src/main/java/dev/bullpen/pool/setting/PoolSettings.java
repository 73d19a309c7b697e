package dev.bullpen.pool.setting;

/**
 * The settings of a pool.
 *
 * @param command how a helper is started
 * @param size how many helpers there are
 * @param jobsPerHelper how many jobs a helper does before a fresh one replaces it; 0 for no limit
 * @param isolation how the processes of a helper are kept together
 */
public record PoolSettings(
    HelperCommand command, PoolSize size, int jobsPerHelper, Isolation isolation) {
  public PoolSettings {
    if (jobsPerHelper < 0) {
      throw new IllegalArgumentException("a helper cannot do %d jobs".formatted(jobsPerHelper));
    }
  }
}
