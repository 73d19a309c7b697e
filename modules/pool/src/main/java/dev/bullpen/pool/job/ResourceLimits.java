package dev.bullpen.pool.job;

import java.util.OptionalInt;

/**
 * What the processes of a script may use, each of them for itself, as setrlimit(2) has it; what is
 * empty is as the server has it. Numbers are 1 or more.
 *
 * @param cpuSecs seconds of processor time, RLIMIT_CPU
 * @param memoryMebibytes of address space, RLIMIT_AS
 * @param openFiles descriptors open at a time, RLIMIT_NOFILE
 * @param processes of the user there may be, all in all, for another one to be made, RLIMIT_NPROC
 * @param fileMebibytes how large a file may be written, RLIMIT_FSIZE
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
