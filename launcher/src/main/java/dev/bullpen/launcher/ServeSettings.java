package dev.bullpen.launcher;

import dev.bullpen.pool.setting.Crew;
import dev.bullpen.pool.setting.Isolation;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.project.tool.PolicyRule;
import dev.bullpen.server.ServeOptions;
import dev.bullpen.server.StateUse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How to serve, checked.
 *
 * @param project the folder that was named, if one was
 * @param allow the tools that may be called, as {@code MCPBASH_TOOL_ALLOWLIST} has them
 */
public record ServeSettings(
    Optional<Given> project,
    Optional<String> allow,
    PolicyRule policy,
    ServeOptions.Helpers helpers,
    ServeOptions.Graces graces,
    ServeOptions.ClientLimits limits,
    ServeOptions.StateRule state,
    ScriptLimits jobLimits) {
  /** Where a project looks for {@link Setting#ALLOW}. */
  private static final String ALLOWLIST = "MCPBASH_TOOL_ALLOWLIST";

  private static final String MCPBASH_CEILING = "MCPBASH_MAX_CONCURRENT_REQUESTS";

  private interface Reading<T> {
    T of(Given given) throws UsageException;
  }

  public static ServeSettings read(List<String> arguments, Map<String, String> environment)
      throws UsageException {
    Flags flags = Flags.read(arguments, environment);
    return new ServeSettings(
        flags.of(Setting.PROJECT),
        // A variable with nothing in it but blanks and commas is as good as none.
        read(
            flags,
            Setting.ALLOW,
            Optional.empty(),
            given -> Optional.of(given.isOfFlag() ? given.names() : given.value())),
        read(flags, Setting.POLICY, PolicyRule.PROJECT, Given::policy),
        helpers(flags),
        new ServeOptions.Graces(
            seconds(flags, Setting.GRACE, 0),
            seconds(flags, Setting.TOOL_GRACE, Limits.TOOL_GRACE_SECONDS_DEFAULT),
            seconds(flags, Setting.FINISH, Limits.FINISH_SECONDS_DEFAULT)),
        clientLimits(flags),
        new ServeOptions.StateRule(
            Duration.ofSeconds(
                number(
                    flags,
                    Setting.STATE_TTL,
                    1,
                    Limits.STATE_TTL_SECONDS_MAX,
                    Limits.STATE_TTL_SECONDS_DEFAULT)),
            read(flags, Setting.STATE_USE, StateUse.MANY, Given::stateUse)),
        read(flags, Setting.JOB_LIMITS, ScriptLimits.NONE, Given::limits));
  }

  ServeOptions options(Path projectFolder, Home home, Map<String, String> environment) {
    return new ServeOptions(
        projectFolder,
        home.folder(),
        helpers,
        graces,
        limits,
        state,
        jobLimits,
        environment(environment));
  }

  /** The environment of a project and its scripts, whether a flag or a variable says it. */
  public Map<String, String> environment(Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(environment);
    allow.ifPresent(names -> all.put(ALLOWLIST, names));
    all.replace(PolicyRule.VARIABLE, policy.word());
    if (policy == PolicyRule.NARROW) {
      all.put(PolicyRule.VARIABLE, policy.word());
    }
    return all;
  }

  private static ServeOptions.Helpers helpers(Flags flags) throws UsageException {
    return new ServeOptions.Helpers(
        crew(flags),
        number(
            flags,
            Setting.JOBS_PER_HELPER,
            0,
            Limits.JOBS_PER_HELPER_MAX,
            Limits.JOBS_PER_HELPER_DEFAULT),
        read(
            flags,
            Setting.HELPER_MEMORY,
            Limits.HELPER_MEBIBYTES_DEFAULT,
            given ->
                given.mebibytes(
                    Limits.HELPER_MEBIBYTES_MIN,
                    Limits.HELPER_MEBIBYTES_MAX,
                    Limits.HELPER_MEBIBYTES_DEFAULT)),
        read(flags, Setting.ISOLATION, Isolation.AUTO, Given::isolation));
  }

  /** Of the warm helpers and the ceiling, one that was not given follows the one that was. */
  private static Crew crew(Flags flags) throws UsageException {
    Optional<Given> warm = flags.of(Setting.WORKERS);
    int workers = number(flags, Setting.WORKERS, 1, Limits.WORKERS_MAX, Limits.WORKERS_DEFAULT);
    Optional<Given> ceiling = flags.of(Setting.MAX_WORKERS);
    int maxWorkers =
        ceiling.isPresent()
            ? maxWorkers(ceiling.get())
            : Math.max(warm.isPresent() ? workers : 0, Limits.MAX_WORKERS_DEFAULT);
    if (warm.isEmpty()) {
      int atRest = Math.min(Limits.WORKERS_AT_REST, maxWorkers);
      return new Crew(atRest, Math.min(workers, maxWorkers), maxWorkers);
    }
    if (workers > maxWorkers) {
      throw new UsageException(
          "%s is %d, fewer than the %d of %s. Raise it to %d or more, or leave it out."
              .formatted(
                  ceiling.get().source(), maxWorkers, workers, warm.get().source(), workers));
    }
    return Crew.of(workers, maxWorkers);
  }

  /** mcp-bash takes its own 0 for 1, and any number above; so does its variable here. */
  private static int maxWorkers(Given given) throws UsageException {
    if (given.source().equals(MCPBASH_CEILING)) {
      int number = given.wholeNumber(0, Integer.MAX_VALUE, Limits.MAX_WORKERS_DEFAULT);
      return Math.max(1, Math.min(number, Limits.MAX_WORKERS_MAX));
    }
    return given.wholeNumber(1, Limits.MAX_WORKERS_MAX, Limits.MAX_WORKERS_DEFAULT);
  }

  private static ServeOptions.ClientLimits clientLimits(Flags flags) throws UsageException {
    return new ServeOptions.ClientLimits(
        number(
            flags,
            Setting.MAX_LINE_BYTES,
            Limits.LINE_BYTES_MIN,
            Limits.LINE_BYTES_MAX,
            Limits.LINE_BYTES_DEFAULT),
        number(flags, Setting.PAGE_SIZE, 1, Limits.PAGE_SIZE_MAX, Limits.PAGE_SIZE_DEFAULT),
        number(flags, Setting.COMPLETION_RATE, 1, Limits.RATE_MAX, Limits.COMPLETION_RATE_DEFAULT),
        number(flags, Setting.TOOL_RATE, 1, Limits.RATE_MAX, Limits.TOOL_RATE_DEFAULT),
        number(flags, Setting.CALLS_PER_TOOL, 1, Limits.RATE_MAX, Limits.CALLS_PER_TOOL_DEFAULT));
  }

  private static <T> T read(Flags flags, Setting setting, T standard, Reading<T> reading)
      throws UsageException {
    Optional<Given> given = flags.of(setting);
    return given.isEmpty() ? standard : reading.of(given.get());
  }

  private static Duration seconds(Flags flags, Setting setting, long standard)
      throws UsageException {
    return read(
        flags, setting, Duration.ofSeconds(standard), given -> given.seconds(Limits.SECONDS_MAX));
  }

  private static int number(Flags flags, Setting setting, int least, int most, int standard)
      throws UsageException {
    return read(flags, setting, standard, given -> given.wholeNumber(least, most, standard));
  }
}
