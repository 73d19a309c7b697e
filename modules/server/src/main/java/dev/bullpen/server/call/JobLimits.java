package dev.bullpen.server.call;

import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.ResourceLimits;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.project.script.ScriptLimits.Limit;

/**
 * What the scripts of a project may use: the limits in their metadata, else those that the operator
 * sets for all. A program in Java has no process of its own that could be limited.
 */
public record JobLimits(ScriptLimits defaults) {
  /** The operator sets no limits. */
  public static final JobLimits NONE = new JobLimits(ScriptLimits.NONE);

  /** The limits of one program. */
  public ScriptLimits of(ScriptLimits own, JobRequest.Program program) {
    return program.isProvider() ? ScriptLimits.NONE : own.over(defaults);
  }

  /** The same in the pool's type; the pool knows no project. */
  public static ResourceLimits resources(ScriptLimits limits) {
    return limits.isNone()
        ? ResourceLimits.NONE
        : new ResourceLimits(
            limits.of(Limit.CPU_SECS),
            limits.of(Limit.MEMORY_MEBIBYTES),
            limits.of(Limit.OPEN_FILES),
            limits.of(Limit.PROCESSES),
            limits.of(Limit.FILE_MEBIBYTES));
  }

  public ResourceLimits resources(ScriptLimits own, JobRequest.Program program) {
    return resources(of(own, program));
  }
}
