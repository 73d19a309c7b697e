package dev.bullpen.pool.setting;

/**
 * How many helpers a pool has.
 *
 * @param atRest how many are always kept warm, at least 1
 * @param workers how many are kept warm where jobs have had to wait, at least {@code atRest}; as
 *     many as at rest again when no job has come for long
 * @param maxWorkers how many there may be, at least {@code workers}; one more while it takes the
 *     place of one that has done its jobs, and one more while a job is paused
 */
public record PoolSize(int atRest, int workers, int maxWorkers) {
  public PoolSize {
    if (atRest < 1 || workers < atRest || maxWorkers < workers) {
      throw new IllegalArgumentException(
          "%d to %d workers of at most %d: at least one, and no more than the most"
              .formatted(atRest, workers, maxWorkers));
    }
  }

  /** A number that is always kept warm. */
  public static PoolSize of(int workers, int maxWorkers) {
    return new PoolSize(workers, workers, maxWorkers);
  }
}
