package dev.bullpen.pool;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A pool of real helpers, started from the classes under test, and the questions a test asks of it.
 */
final class TestPool implements AutoCloseable {
  static final Duration LONG_ENOUGH = Duration.ofSeconds(30);

  private final HelperPool pool;

  TestPool(int workers, int maxWorkers) throws IOException {
    this(helperCommand(), workers, maxWorkers);
  }

  TestPool(HelperCommand command, int workers, int maxWorkers) throws IOException {
    pool = new HelperPool(new PoolSettings(command, workers, maxWorkers));
  }

  static HelperCommand helperCommand() {
    String path =
        System.getProperty("java.class.path")
            + File.pathSeparator
            + System.getProperty("jdk.module.path", "");
    return new HelperCommand(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError",
            "-cp",
            path,
            "dev.bullpen.helper.Main"),
        Map.of("PATH", "/usr/bin:/bin"));
  }

  HelperPool pool() {
    return pool;
  }

  /** A job and the queue its outcome comes to. */
  record Running(Job job, BlockingQueue<JobOutcome> outcomes) {
    JobOutcome outcome() throws InterruptedException {
      JobOutcome outcome = outcomes.poll(LONG_ENOUGH.toSeconds(), TimeUnit.SECONDS);
      if (outcome == null) {
        throw new AssertionError("no outcome of " + job + " within " + LONG_ENOUGH);
      }
      return outcome;
    }

    String output() throws InterruptedException {
      JobOutcome outcome = outcome();
      if (outcome instanceof JobOutcome.Completed completed) {
        return new String(completed.stdout());
      }
      throw new AssertionError("no output but " + outcome);
    }

    FailureReason failure() throws InterruptedException {
      JobOutcome outcome = outcome();
      if (outcome instanceof JobOutcome.Failed failed) {
        return failed.reason();
      }
      throw new AssertionError("no failure but " + outcome);
    }
  }

  Running run(String script) {
    return run(script, Lane.INTERACTIVE, LONG_ENOUGH, 1_000_000);
  }

  Running run(String script, Lane lane, Duration timeout, int stdoutLimit) {
    BlockingQueue<JobOutcome> outcomes = new LinkedBlockingQueue<>();
    Job job =
        pool.submit(
            new JobRequest(
                "test",
                lane,
                List.of("/bin/sh", "-c", script),
                Path.of("/"),
                Map.of("PATH", "/usr/bin:/bin"),
                stdoutLimit,
                timeout,
                Duration.ZERO),
            outcomes::add);
    return new Running(job, outcomes);
  }

  @Override
  public void close() {
    pool.close(Duration.ofSeconds(5));
  }
}
