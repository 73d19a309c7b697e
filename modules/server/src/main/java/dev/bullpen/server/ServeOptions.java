package dev.bullpen.server;

import dev.bullpen.pool.setting.Isolation;
import dev.bullpen.pool.setting.PoolSize;
import dev.bullpen.project.script.ScriptLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of one serving process.
 *
 * @param project the project's root
 * @param home the distribution
 * @param jobLimits what the processes of a script may use, unless its metadata says otherwise
 * @param audit where the audit log is, if there is one
 * @param environment the server's environment
 * @param hasControl whether there is a control socket, for {@code launcher status}
 */
public record ServeOptions(
    Path project,
    Path home,
    Helpers helpers,
    Graces graces,
    ClientLimits limits,
    StateRule state,
    ScriptLimits jobLimits,
    Optional<AuditRule> audit,
    Map<String, String> environment,
    boolean hasControl) {
  /**
   * The variable of a server that a command has started for its own questions. It logs nothing of
   * the allow-list at its start: the answer to a call says what is denied.
   */
  public static final String OF_COMMAND = "BULLPEN_OF_COMMAND";

  /**
   * The helper pool.
   *
   * @param size how many helpers there are
   * @param jobsEach how many jobs one helper does before a new one replaces it; 0 for no limit
   * @param heapMebibytes how large the heap of each may grow
   * @param isolation what holds the processes of one together
   */
  public record Helpers(PoolSize size, int jobsEach, int heapMebibytes, Isolation isolation) {}

  /**
   * How long things may take to end.
   *
   * @param completions between TERM and KILL when a completion script is ended
   * @param tools the same for tools
   * @param finish how long calls are answered after the end of input
   */
  public record Graces(Duration completions, Duration tools, Duration finish) {}

  /**
   * What one client may ask for.
   *
   * @param lineBytes the longest line of input served
   * @param pageSize how many items a page of a list has
   * @param completionRate completions accepted per second, over time
   * @param toolRate tool calls accepted per second, over time
   * @param callsPerTool calls of one tool that may run or wait at a time
   * @param bareInitialize whether the params of {@code initialize} may lack everything
   */
  public record ClientLimits(
      int lineBytes,
      int pageSize,
      int completionRate,
      int toolRate,
      int callsPerTool,
      boolean bareInitialize) {}

  /**
   * How long and how often a {@code requestState} may come back.
   *
   * @param ttl how long a client of 2026-07-28 has to come back with an answer
   * @param use how often it may come back with the same state
   */
  public record StateRule(Duration ttl, StateUse use) {}

  /**
   * The audit log.
   *
   * @param onFailure what becomes of calls whose line cannot be written
   */
  public record AuditRule(Path file, AuditFailure onFailure) {}

  /** What becomes of calls while the audit log cannot be written. */
  public enum AuditFailure {
    /** Calls are refused. */
    STOP,
    /** Calls are still served. */
    GO
  }

  public ServeOptions {
    environment = Map.copyOf(environment);
  }

  /** How often a client may bring back a {@code requestState}. */
  public enum StateUse {
    /** Until it expires: a client may repeat a retry whose answer was lost. */
    MANY,
    /** Once: for tools that must not do the same thing again. */
    ONCE
  }
}
