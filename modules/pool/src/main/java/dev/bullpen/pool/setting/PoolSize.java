package dev.bullpen.pool.setting;

/**
 * How many helpers a pool has.
 *
 * @param atRest how many are always kept warm, at least 1
 * @param workers how many are kept warm after jobs had to wait, at least {@code atRest}; {@code
 *     atRest} again when no job has come for long
 * @param maxWorkers how many there may be, at least {@code workers}; one more while a worn helper
 *     is replaced, and one more while a job is paused
 */
public record PoolSize(int atRest, int workers, int maxWorkers) {
  public PoolSize {
    if (atRest < 1 || workers < atRest || maxWorkers < workers) {
      throw new IllegalArgumentException(
          "%d to %d workers of at most %d: there must be at least one, and no more than the maximum"
              .formatted(atRest, workers, maxWorkers));
    }
  }

  /** A fixed number that is always kept warm. */
  public static PoolSize of(int workers, int maxWorkers) {
    return new PoolSize(workers, workers, maxWorkers);
  }
}
