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
    Crew crew,
    int jobsPerHelper,
    int helperMebibytes,
    Duration grace,
    Duration toolGrace,
    Duration finish,
    int maxLineBytes,
    int completionRate,
    int toolRate,
    int callsPerTool,
    Duration stateTtl,
    StateUse stateUse,
    int pageSize,
    ScriptLimits jobLimits,
    Isolation isolation,
    PolicyRule policy) {
  /** Where a project looks for {@link Setting#ALLOW}. */
  private static final String ALLOWLIST = "MCPBASH_TOOL_ALLOWLIST";

  public static ServeSettings read(List<String> arguments, Map<String, String> environment)
      throws UsageException {
    Flags flags = Flags.read(arguments, environment);
    return new ServeSettings(
        flags.of(Setting.PROJECT),
        allow(flags),
        CrewFlags.read(flags),
        number(
            flags,
            Setting.JOBS_PER_HELPER,
            0,
            Limits.JOBS_PER_HELPER_MAX,
            Limits.JOBS_PER_HELPER_DEFAULT),
        helperMebibytes(flags),
        seconds(flags, Setting.GRACE, Duration.ZERO),
        seconds(flags, Setting.TOOL_GRACE, Duration.ofSeconds(Limits.TOOL_GRACE_SECONDS_DEFAULT)),
        seconds(flags, Setting.FINISH, Duration.ofSeconds(Limits.FINISH_SECONDS_DEFAULT)),
        number(
            flags,
            Setting.MAX_LINE_BYTES,
            Limits.LINE_BYTES_MIN,
            Limits.LINE_BYTES_MAX,
            Limits.LINE_BYTES_DEFAULT),
        number(flags, Setting.COMPLETION_RATE, 1, Limits.RATE_MAX, Limits.COMPLETION_RATE_DEFAULT),
        number(flags, Setting.TOOL_RATE, 1, Limits.RATE_MAX, Limits.TOOL_RATE_DEFAULT),
        number(flags, Setting.CALLS_PER_TOOL, 1, Limits.RATE_MAX, Limits.CALLS_PER_TOOL_DEFAULT),
        Duration.ofSeconds(
            number(
                flags,
                Setting.STATE_TTL,
                1,
                Limits.STATE_TTL_SECONDS_MAX,
                Limits.STATE_TTL_SECONDS_DEFAULT)),
        stateUse(flags),
        number(flags, Setting.PAGE_SIZE, 1, Limits.PAGE_SIZE_MAX, Limits.PAGE_SIZE_DEFAULT),
        jobLimits(flags),
        isolation(flags),
        policy(flags));
  }

  ServeOptions options(Path projectFolder, Home home, Map<String, String> environment) {
    return new ServeOptions(
        projectFolder,
        home.folder(),
        crew,
        jobsPerHelper,
        helperMebibytes,
        grace,
        toolGrace,
        finish,
        maxLineBytes,
        completionRate,
        toolRate,
        callsPerTool,
        stateTtl,
        stateUse,
        pageSize,
        jobLimits,
        isolation,
        environment(environment));
  }

  /** What a project and its scripts are told, however the operator has said it. */
  public Map<String, String> environment(Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(environment);
    allow.ifPresent(names -> all.put(ALLOWLIST, names));
    all.replace(PolicyRule.VARIABLE, policy.word());
    if (policy == PolicyRule.NARROW) {
      all.put(PolicyRule.VARIABLE, policy.word());
    }
    return all;
  }

  /** A variable with nothing in it but blanks and commas is as good as none. */
  private static Optional<String> allow(Flags flags) throws UsageException {
    Optional<Given> given = flags.of(Setting.ALLOW);
    return given.isPresent() && given.get().isOfFlag()
        ? Optional.of(given.get().names())
        : given.map(Given::value);
  }

  private static int helperMebibytes(Flags flags) throws UsageException {
    Optional<Given> given = flags.of(Setting.HELPER_MEMORY);
    return given.isEmpty()
        ? Limits.HELPER_MEBIBYTES_DEFAULT
        : given
            .get()
            .mebibytes(
                Limits.HELPER_MEBIBYTES_MIN,
                Limits.HELPER_MEBIBYTES_MAX,
                Limits.HELPER_MEBIBYTES_DEFAULT);
  }

  private static ScriptLimits jobLimits(Flags flags) throws UsageException {
    Optional<Given> given = flags.of(Setting.JOB_LIMITS);
    return given.isEmpty() ? ScriptLimits.NONE : given.get().limits();
  }

  private static StateUse stateUse(Flags flags) throws UsageException {
    Optional<Given> given = flags.of(Setting.STATE_USE);
    return given.isEmpty() ? StateUse.MANY : given.get().stateUse();
  }

  private static Isolation isolation(Flags flags) throws UsageException {
    Optional<Given> given = flags.of(Setting.ISOLATION);
    return given.isEmpty() ? Isolation.AUTO : given.get().isolation();
  }

  private static PolicyRule policy(Flags flags) throws UsageException {
    Optional<Given> given = flags.of(Setting.POLICY);
    return given.isEmpty() ? PolicyRule.PROJECT : given.get().policy();
  }

  private static Duration seconds(Flags flags, Setting setting, Duration standard)
      throws UsageException {
    Optional<Given> given = flags.of(setting);
    return given.isEmpty() ? standard : given.get().seconds(Limits.SECONDS_MAX);
  }

  private static int number(Flags flags, Setting setting, int least, int most, int standard)
      throws UsageException {
    Optional<Given> given = flags.of(setting);
    return given.isEmpty() ? standard : given.get().wholeNumber(least, most, standard);
  }
}
