package dev.bullpen.pool.job;

import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.wire.Desk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A script, or a provider in Java, to run.
 *
 * @param name for logs
 * @param desk what it wants with its helper's desk; empty for nothing, which is cheaper
 */
public record JobRequest(
    String name, Lane lane, Script script, Limits limits, Optional<DeskRequest> desk) {
  /** What its processes may use; nothing is limited of what runs in the helper itself. */
  public ResourceLimits resources() {
    return script.program().isProvider() ? ResourceLimits.NONE : limits.resources();
  }

  /**
   * What is run: a script in a process of its own, or a Java provider in the helper itself.
   *
   * @param argv a script's absolute path, or the name of a provider's class; then the arguments
   * @param classPath the provider's folders and jars, absolute; empty for a script
   */
  public record Program(List<String> argv, List<String> classPath) {
    /** Copies all. */
    public Program {
      argv = List.copyOf(argv);
      classPath = List.copyOf(classPath);
    }

    /**
     * A script, or any other program of the system.
     *
     * @param argv its absolute path, then its arguments
     */
    public static Program script(List<String> argv) {
      return new Program(argv, List.of());
    }

    /** Whether it is run in the helper itself. */
    public boolean isProvider() {
      return !classPath.isEmpty();
    }
  }

  /**
   * What is started, and where.
   *
   * @param directory its working directory, absolute
   * @param base what its environment has in common with others'
   * @param environment what it has beyond that, or instead; the pool adds its marker and the desk's
   *     variables, and nothing else is inherited
   */
  public record Script(
      Program program, Path directory, EnvironmentBlock base, Map<String, String> environment) {
    private static final EnvironmentBlock NOTHING = EnvironmentBlock.of(Map.of());

    /** One whose environment has nothing in common with others'. */
    public Script(Program program, Path directory, Map<String, String> environment) {
      this(program, directory, NOTHING, environment);
    }
  }

  /**
   * About how much it is told: its own environment, whose characters count as a byte each, and what
   * is laid out on its desk.
   */
  public long bytes() {
    long bytes = 0;
    for (Map.Entry<String, String> variable : script.environment().entrySet()) {
      bytes += variable.getKey().length() + variable.getValue().length();
    }
    if (desk.isPresent()) {
      for (Desk.File file : desk.get().desk().files()) {
        bytes += file.bytes().length;
      }
    }
    return bytes;
  }

  /**
   * When it is ended.
   *
   * @param stdout bytes of standard output after which it is
   * @param stderr bytes of error output after which it is; 0 for none
   * @param stderrTail how many of the last bytes of error output are kept for the outcome
   * @param timeout from the moment a helper takes it
   * @param grace between TERM and KILL when it is ended; zero for KILL at once
   * @param resources what its processes may use; heeded for scripts only
   */
  public record Limits(
      int stdout,
      int stderr,
      int stderrTail,
      Duration timeout,
      Duration grace,
      ResourceLimits resources) {
    /** Of the error output of a script that fails, as much as a message or a log repeats. */
    public static final int STDERR_TAIL_BYTES = 4096;

    /** Whose processes may use what they like. */
    public Limits(int stdout, int stderr, int stderrTail, Duration timeout, Duration grace) {
      this(stdout, stderr, stderrTail, timeout, grace, ResourceLimits.NONE);
    }
  }
}
