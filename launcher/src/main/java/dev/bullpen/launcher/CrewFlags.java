package dev.bullpen.launcher;

import dev.bullpen.pool.setting.Crew;
import java.util.Optional;

/**
 * Reads how many helpers there are: the warm ones and the ceiling. One that was not given follows
 * the one that was.
 */
final class CrewFlags {
  private static final String MCPBASH_CEILING = "MCPBASH_MAX_CONCURRENT_REQUESTS";

  private CrewFlags() {}

  static Crew read(Flags flags) throws UsageException {
    Optional<Given> warm = flags.of(Setting.WORKERS);
    Optional<Given> ceiling = flags.of(Setting.MAX_WORKERS);
    if (warm.isEmpty() && ceiling.isEmpty()) {
      return byDefault(Limits.MAX_WORKERS_DEFAULT);
    }
    if (ceiling.isEmpty()) {
      int workers = workers(warm.get());
      return Crew.of(workers, Math.max(workers, Limits.MAX_WORKERS_DEFAULT));
    }
    int maxWorkers = maxWorkers(ceiling.get());
    if (warm.isEmpty()) {
      return byDefault(maxWorkers);
    }
    int workers = workers(warm.get());
    if (workers > maxWorkers) {
      throw new UsageException(
          "%s is %d, fewer than the %d of %s. Raise it to %d or more, or leave it out."
              .formatted(
                  ceiling.get().source(), maxWorkers, workers, warm.get().source(), workers));
    }
    return Crew.of(workers, maxWorkers);
  }

  private static Crew byDefault(int maxWorkers) {
    return new Crew(
        Math.min(Limits.WORKERS_AT_REST, maxWorkers),
        Math.min(Limits.WORKERS_DEFAULT, maxWorkers),
        maxWorkers);
  }

  private static int workers(Given given) throws UsageException {
    return given.wholeNumber(1, Limits.WORKERS_MAX, Limits.WORKERS_DEFAULT);
  }

  /**
   * mcp-bash takes its own 0 for 1, and any number above; projects that rely on it start here as
   * they did there.
   */
  private static int maxWorkers(Given given) throws UsageException {
    if (given.source().equals(MCPBASH_CEILING)) {
      int number = given.wholeNumber(0, Integer.MAX_VALUE, Limits.MAX_WORKERS_DEFAULT);
      return Math.max(1, Math.min(number, Limits.MAX_WORKERS_MAX));
    }
    return given.wholeNumber(1, Limits.MAX_WORKERS_MAX, Limits.MAX_WORKERS_DEFAULT);
  }
}
