package dev.bullpen.pool.job;

import java.util.OptionalInt;

/**
 * Limits for each process of a script, as in setrlimit(2). An empty limit is inherited from the
 * server. Numbers are 1 or more.
 *
 * @param cpuSecs seconds of processor time, RLIMIT_CPU
 * @param memoryMebibytes of address space, RLIMIT_AS
 * @param openFiles descriptors open at a time, RLIMIT_NOFILE
 * @param processes of the user in total, above which no more can be started, RLIMIT_NPROC
 * @param fileMebibytes the largest file that may be written, RLIMIT_FSIZE
 */
public record ResourceLimits(
    OptionalInt cpuSecs,
    OptionalInt memoryMebibytes,
    OptionalInt openFiles,
    OptionalInt processes,
    OptionalInt fileMebibytes) {
  public static final ResourceLimits NONE =
      new ResourceLimits(
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalInt.empty());

  public boolean isNone() {
    return cpuSecs.isEmpty()
        && memoryMebibytes.isEmpty()
        && openFiles.isEmpty()
        && processes.isEmpty()
        && fileMebibytes.isEmpty();
  }
}
