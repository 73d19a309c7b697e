package dev.bullpen.server.engine;

import dev.bullpen.pool.HelperPool;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.project.registration.ProjectHook;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * Runs a project's {@code register.sh} as a job like any other. The thread that reads the project
 * waits for it, and nothing else waits on that thread.
 */
final class HookRun implements ProjectHook {
  private final HelperPool pool;
  private final Path root;

  HookRun(HelperPool pool, Path root) {
    this.pool = pool;
    this.root = root;
  }

  @Override
  public Outcome run(List<String> command, Map<String, String> environment)
      throws InterruptedException {
    try {
      return outcome(
          pool.run(
              new JobRequest(
                  "register.sh",
                  Lane.INTERACTIVE, // lists wait for it, and long jobs may hold all other helpers
                  new JobRequest.Script(JobRequest.Program.script(command), root, environment),
                  new JobRequest.Limits(
                      OUTPUT_BYTES,
                      0,
                      JobRequest.Limits.STDERR_TAIL_BYTES,
                      TIME_LIMIT,
                      Duration.ZERO),
                  Optional.empty())));
    } catch (CancellationException e) {
      throw new InterruptedException("the server is ending");
    }
  }

  private static Outcome outcome(JobOutcome ended) {
    if (ended instanceof JobOutcome.Completed completed) {
      int code = completed.shellCode();
      return new Outcome(code, completed.stdout(), completed.stderr(), false);
    }
    JobOutcome.Failed failed = (JobOutcome.Failed) ended;
    boolean timedOut = failed.reason() == FailureReason.TIMEOUT;
    byte[] why = failed.detail().getBytes(StandardCharsets.UTF_8);
    return new Outcome(1, new byte[0], why, timedOut);
  }
}
