package dev.bullpen.pool;

import static org.awaitility.Awaitility.await;

import dev.bullpen.pool.helper.KillTimes;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobHandle;
import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.pool.setting.HelperCommand;
import dev.bullpen.pool.setting.Isolation;
import dev.bullpen.pool.setting.PoolSettings;
import dev.bullpen.pool.setting.PoolSize;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.ProcFolder;
import dev.bullpen.posix.proc.Self;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A pool of real helpers, started from the classes under test, and the questions a test asks of it.
 */
public final class TestPool implements AutoCloseable {
  static final Duration LONG_ENOUGH = Duration.ofSeconds(30);

  /** No helper counts as one that hangs, however long this machine holds it. */
  static final KillTimes ENDLESS =
      new KillTimes(LONG_ENOUGH, LONG_ENOUGH, LONG_ENOUGH, LONG_ENOUGH);

  /** A helper that does not end a job counts as one; none does that only cleans up. */
  private static final KillTimes PATIENT =
      new KillTimes(
          KillTimes.USUAL.provider(),
          KillTimes.USUAL.lastWords(),
          KillTimes.USUAL.clean(),
          LONG_ENOUGH);

  private static final int STDERR_TAIL_BYTES = 4096;

  private final HelperPool pool;

  TestPool(int workers, int maxWorkers) throws IOException {
    this(helperCommand(), workers, maxWorkers);
  }

  TestPool(HelperCommand command, int workers, int maxWorkers) throws IOException {
    this(command, workers, maxWorkers, Isolation.AUTO);
  }

  TestPool(HelperCommand command, int workers, int maxWorkers, Isolation isolation)
      throws IOException {
    this(new PoolSettings(command, PoolSize.of(workers, maxWorkers), 0, isolation));
  }

  TestPool(HelperCommand command, KillTimes patience) throws IOException {
    pool =
        new HelperPool(new PoolSettings(command, PoolSize.of(1, 1), 0, Isolation.AUTO), patience);
  }

  TestPool(PoolSettings settings) throws IOException {
    pool = new HelperPool(settings, PATIENT);
  }

  /** Whatever a pool has started, or adopted, has been ended and buried. */
  static void assertNoChildren() throws IOException {
    if (Child.any()) {
      throw new AssertionError(
          "children left: " + Self.children().stream().map(TestPool::describe).toList());
    }
  }

  /** Its pid, its words without scripts, and its state. */
  private static String describe(int pid) {
    Path process = Path.of("/proc", Integer.toString(pid));
    String words =
        ProcFolder.words(process.resolve("cmdline")).stream()
            .filter(word -> word.indexOf('\n') < 0)
            .collect(Collectors.joining(" "));
    try {
      return "%d %s %s".formatted(pid, words, Files.readString(process.resolve("stat")).strip());
    } catch (IOException e) {
      return pid + " has ended meanwhile";
    }
  }

  public static HelperCommand helperCommand() {
    return helperCommand("-Xmx64m");
  }

  static HelperCommand helperCommand(String heap) {
    String path =
        System.getProperty("java.class.path")
            + File.pathSeparator
            + System.getProperty("jdk.module.path", "");
    return new HelperCommand(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            heap,
            "-XX:+ExitOnOutOfMemoryError",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "-cp",
            path,
            "dev.bullpen.helper.Main"),
        Map.of("PATH", "/usr/bin:/bin"));
  }

  HelperPool pool() {
    return pool;
  }

  /** A process that has been sent STOP may go on for as long as it has not been given a turn. */
  static void awaitStopped(int pid) {
    Path state = Path.of("/proc", Integer.toString(pid), "stat");
    await().atMost(LONG_ENOUGH).until(() -> Files.readString(state).contains(") T "));
  }

  /** A job and the queue its outcome comes to. */
  record Running(JobHandle job, BlockingQueue<JobOutcome> outcomes) {
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
    return run(request(script, lane, timeout, stdoutLimit));
  }

  Running run(JobRequest request) {
    BlockingQueue<JobOutcome> outcomes = new LinkedBlockingQueue<>();
    return new Running(pool.submit(request, outcomes::add), outcomes);
  }

  /** A job that wants nothing with a desk. */
  public static JobRequest request(String script, Lane lane, Duration timeout, int stdoutLimit) {
    return new JobRequest(
        "test",
        lane,
        script("/bin/sh", "-c", script),
        new JobRequest.Limits(stdoutLimit, 0, STDERR_TAIL_BYTES, timeout, Duration.ZERO),
        Optional.empty());
  }

  static JobRequest.Script script(String... argv) {
    return new JobRequest.Script(
        JobRequest.Program.script(List.of(argv)), Path.of("/"), Map.of("PATH", "/usr/bin:/bin"));
  }

  /** A running job that reports to a {@link Log}. */
  Log report(String script, JobRequest.Exchange desk) {
    return report(script, desk, LONG_ENOUGH, Duration.ZERO);
  }

  Log report(String script, JobRequest.Exchange desk, Duration timeout, Duration grace) {
    JobRequest request =
        new JobRequest(
            "test",
            Lane.LONG,
            script("/bin/sh", "-c", script),
            new JobRequest.Limits(1_000_000, 0, STDERR_TAIL_BYTES, timeout, grace),
            Optional.of(desk));
    Log log = new Log();
    log.job = pool.submit(request, log);
    return log;
  }

  /** What a listener got, in order, as one text each. */
  static final class Log implements JobListener {
    private final BlockingQueue<String> reports = new LinkedBlockingQueue<>();
    private volatile JobHandle job;

    JobHandle job() {
      return job;
    }

    /** What it gets next. */
    String next() throws InterruptedException {
      String next = reports.poll(LONG_ENOUGH.toSeconds(), TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("nothing more was reported of " + job + " within " + LONG_ENOUGH);
      }
      return next;
    }

    boolean isSilent() {
      return reports.isEmpty();
    }

    @Override
    public void events(byte[] bytes) {
      reports.add("event " + new String(bytes).strip());
    }

    @Override
    public void note(String name, byte[] bytes) {
      reports.add("note %s %s".formatted(name, new String(bytes).strip()));
    }

    @Override
    public void ended(JobOutcome outcome) {
      if (outcome instanceof JobOutcome.Completed completed) {
        reports.add(("completed " + new String(completed.stdout())).strip());
      } else if (outcome instanceof JobOutcome.Failed failed) {
        reports.add(
            "failed %s %s".formatted(failed.reason(), new String(failed.stderr()).strip()).strip());
      }
    }
  }

  /** What it was doing is printed if it does not end in order. */
  @Override
  public void close() {
    List<String> before = pool.describe();
    pool.close(LONG_ENOUGH);
    if (pool.view().helpers() > 0) {
      System.err.println("not ended: " + before + ", then " + pool.describe());
    }
  }
}
