package dev.bullpen.pool.job;

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
 * @param exchange its use of the exchange folder; empty if it needs none, which is cheaper
 * @param owner the client it is for
 */
public record JobRequest(
    String name,
    Lane lane,
    Script script,
    Limits limits,
    Optional<Exchange> exchange,
    JobOwner owner) {
  /** A request of the server itself. */
  public JobRequest(
      String name, Lane lane, Script script, Limits limits, Optional<Exchange> exchange) {
    this(name, lane, script, limits, exchange, JobOwner.SERVER);
  }

  /** The same request, for a client. */
  public JobRequest ownedBy(JobOwner client) {
    return new JobRequest(name, lane, script, limits, exchange, client);
  }

  /** Limits of its processes. They do not apply to a provider, which runs in the helper. */
  public ResourceLimits resources() {
    return script.program().isProvider() ? ResourceLimits.NONE : limits.resources();
  }

  /**
   * The program to run: a script in its own process, or a Java provider in the helper.
   *
   * @param argv a script's absolute path, or the name of a provider's class; then the arguments
   * @param classPath the provider's folders and jars, absolute; empty for a script
   */
  public record Program(List<String> argv, List<String> classPath) {
    public Program {
      argv = List.copyOf(argv);
      classPath = List.copyOf(classPath);
    }

    /** A script or another program of the system: its absolute path, then its arguments. */
    public static Program script(List<String> argv) {
      return new Program(argv, List.of());
    }

    /** Whether it runs in the helper itself. */
    public boolean isProvider() {
      return !classPath.isEmpty();
    }
  }

  /**
   * A job's use of its helper's exchange folder, a private folder where the server and the script
   * put files for each other. It is emptied after the job.
   *
   * <p>To pass a file to the server, a script writes it under another name and renames it, so that
   * it is complete when it appears. The script writes events to the FIFO {@value
   * ExchangeFiles#EVENTS}.
   *
   * @param files the files; the listener gets questions and files left
   * @param variables variable → name: the variable gets the absolute path of that name, whether the
   *     file exists or not. {@code cancelled} appears when the job is ended with a grace
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
   * A program, where it runs, and its environment.
   *
   * @param directory its working directory, absolute
   * @param base the part of its environment that it shares with other scripts
   * @param environment variables added to the base, or replacing those in it. The pool adds its
   *     marker and the exchange variables; nothing is inherited
   */
  public record Script(
      Program program, Path directory, Map<String, String> base, Map<String, String> environment) {
    /** Without a shared part of the environment. */
    public Script(Program program, Path directory, Map<String, String> environment) {
      this(program, directory, Map.of(), environment);
    }
  }

  /**
   * The approximate size of its frame: its own variables, with a byte for each character, and its
   * files.
   */
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
   * When a job is ended.
   *
   * @param stdout bytes of standard output
   * @param stderr bytes of error output; 0 for no limit
   * @param stderrTail how many of the last bytes of error output are kept for the outcome
   * @param timeout from the moment a helper takes it
   * @param grace between TERM and KILL; zero for KILL at once
   * @param resources limits of its processes; for scripts only
   */
  public record Limits(
      int stdout,
      int stderr,
      int stderrTail,
      Duration timeout,
      Duration grace,
      ResourceLimits resources) {
    /** How much of a failed script's error output is repeated in a message or log. */
    public static final int STDERR_TAIL_BYTES = 4096;

    /** Without resource limits. */
    public Limits(int stdout, int stderr, int stderrTail, Duration timeout, Duration grace) {
      this(stdout, stderr, stderrTail, timeout, grace, ResourceLimits.NONE);
    }
  }
}
