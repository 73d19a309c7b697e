package dev.bullpen.pool;

import dev.bullpen.posix.EnvironmentBlock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A script to run.
 *
 * @param name for logs
 * @param desk what it wants with its helper's desk; empty for nothing, which is cheaper
 */
public record JobRequest(
    String name, Lane lane, Script script, Limits limits, Optional<DeskRequest> desk) {

  /**
   * What is started, and where.
   *
   * @param argv the program's absolute path, then its arguments
   * @param directory its working directory, absolute
   * @param base what its environment has in common with others'
   * @param environment what it has beyond that, or instead; the pool adds its marker and the desk's
   *     variables, and nothing else is inherited
   */
  public record Script(
      List<String> argv, Path directory, EnvironmentBlock base, Map<String, String> environment) {}

  /**
   * When it is ended.
   *
   * @param stdout bytes of standard output after which it is
   * @param stderr bytes of error output after which it is; 0 for none
   * @param stderrTail how many of the last bytes of error output are kept for the outcome
   * @param timeout from the moment a helper takes it
   * @param grace between TERM and KILL when it is ended; zero for KILL at once
   */
  public record Limits(int stdout, int stderr, int stderrTail, Duration timeout, Duration grace) {}
}
