package dev.bullpen.pool.setting;

/**
 * What is chosen for one pool.
 *
 * @param command how a helper is started
 * @param workers how many helpers are kept warm, at least 1
 * @param maxWorkers how many there may be, at least {@code workers}; one more while it takes the
 *     place of one that has done its jobs, and one more while a job is paused
 * @param jobsPerHelper how many jobs a helper does before a fresh one takes its place; 0 for as
 *     many as there are
 * @param isolation what holds the processes of a helper together
 */
public record PoolSettings(
    HelperCommand command, int workers, int maxWorkers, int jobsPerHelper, Isolation isolation) {
  public PoolSettings {
    if (workers < 1 || maxWorkers < workers) {
      throw new IllegalArgumentException(
          "%d workers of at most %d: at least one, and no more than the most"
              .formatted(workers, maxWorkers));
    }
    if (jobsPerHelper < 0) {
      throw new IllegalArgumentException("a helper cannot do %d jobs".formatted(jobsPerHelper));
    }
  }
}
