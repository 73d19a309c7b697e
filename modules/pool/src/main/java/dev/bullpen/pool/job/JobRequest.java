package dev.bullpen.pool.job;

import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.wire.ExchangeFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A script, or a provider in Java, to run.
 *
 * @param name for logs
 * @param exchange its use of the exchange folder; empty for none, which is cheaper
 * @param owner the client it is for
 */
public record JobRequest(
    String name,
    Lane lane,
    Script script,
    Limits limits,
    Optional<Exchange> exchange,
    JobOwner owner) {
  /** For no client. */
  public JobRequest(
      String name, Lane lane, Script script, Limits limits, Optional<Exchange> exchange) {
    this(name, lane, script, limits, exchange, JobOwner.SERVER);
  }

  /** The same for a client. */
  public JobRequest ownedBy(JobOwner client) {
    return new JobRequest(name, lane, script, limits, exchange, client);
  }

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
    public Program {
      argv = List.copyOf(argv);
      classPath = List.copyOf(classPath);
    }

    /** A script, or any other program of the system: its absolute path, then its arguments. */
    public static Program script(List<String> argv) {
      return new Program(argv, List.of());
    }

    /** Whether it is run in the helper itself. */
    public boolean isProvider() {
      return !classPath.isEmpty();
    }
  }

  /**
   * A job's use of its helper's exchange folder, a private folder where the server and the script
   * put files for each other. It is emptied after the job.
   *
   * <p>A script that puts a file there for the server writes another file and renames it, so that
   * the file is whole when it appears. To {@value ExchangeFiles#EVENTS}, a FIFO, it writes events.
   *
   * @param files the listener gets those that are asked with or left
   * @param variables variable → name: the variable is the absolute path of that name, whether it is
   *     there or not; {@code cancelled} appears when the job is ended with a grace
   */
  public record Exchange(ExchangeFiles files, Map<String, String> variables) {
    /**
     * @throws IllegalArgumentException if a name is not allowed
     */
    public Exchange {
      variables = Collections.unmodifiableMap(variables);
      for (String name : variables.values()) {
        if (!name.equals(ExchangeFiles.EVENTS)) {
          ExchangeFiles.checked(name);
        }
      }
    }
  }

  /**
   * What is started, and where.
   *
   * @param directory its working directory, absolute
   * @param base what its environment has in common with others'
   * @param environment what it has beyond that, or instead; the pool adds its marker and the
   *     exchange variables, and nothing else is inherited
   */
  public record Script(
      Program program, Path directory, EnvironmentBlock base, Map<String, String> environment) {
    private static final EnvironmentBlock NOTHING = EnvironmentBlock.of(Map.of());

    /** Nothing in common. */
    public Script(Program program, Path directory, Map<String, String> environment) {
      this(program, directory, NOTHING, environment);
    }
  }

  /** About what its frame holds: its own variables, a byte for each character, and its files. */
  public long bytes() {
    long bytes = 0;
    for (Map.Entry<String, String> variable : script.environment().entrySet()) {
      bytes += variable.getKey().length() + variable.getValue().length();
    }
    if (exchange.isPresent()) {
      for (ExchangeFiles.File file : exchange.get().files().files()) {
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
   * @param resources what its processes may use; for scripts only
   */
  public record Limits(
      int stdout,
      int stderr,
      int stderrTail,
      Duration timeout,
      Duration grace,
      ResourceLimits resources) {
    /** As much error output of a script that fails as a message or a log repeats. */
    public static final int STDERR_TAIL_BYTES = 4096;

    /** Without resource limits. */
    public Limits(int stdout, int stderr, int stderrTail, Duration timeout, Duration grace) {
      this(stdout, stderr, stderrTail, timeout, grace, ResourceLimits.NONE);
    }
  }
}
