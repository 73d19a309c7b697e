package dev.bullpen.pool;

/**
 * What is chosen for one pool.
 *
 * @param command how a helper is started
 * @param workers how many helpers are kept warm, at least 1
 * @param maxWorkers how many there may be, at least {@code workers}
 * @param isolation what holds the processes of a helper together
 */
public record PoolSettings(
    HelperCommand command, int workers, int maxWorkers, Isolation isolation) {
  public PoolSettings {
    if (workers < 1 || maxWorkers < workers) {
      throw new IllegalArgumentException(
          "%d workers of at most %d: at least one, and no more than the most"
              .formatted(workers, maxWorkers));
    }
  }
}
