package dev.bullpen.pool;

/**
 * What is chosen for one pool.
 *
 * @param command how a helper is started
 * @param workers how many helpers are kept warm, at least 1
 * @param maxWorkers how many there may be, at least {@code workers}
 */
public record PoolSettings(HelperCommand command, int workers, int maxWorkers) {
  public PoolSettings {
    if (workers < 1 || maxWorkers < workers) {
      throw new IllegalArgumentException(
          "%d workers of at most %d: at least one, and no more than the most"
              .formatted(workers, maxWorkers));
    }
  }
}
