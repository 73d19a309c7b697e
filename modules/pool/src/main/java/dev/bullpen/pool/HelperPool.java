package dev.bullpen.pool;

import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.helper.KillTimes;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobHandle;
import dev.bullpen.pool.job.JobIntake;
import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.roster.Roster;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.run.JobClock;
import dev.bullpen.pool.setting.HelperCommand;
import dev.bullpen.pool.setting.PoolSettings;
import dev.bullpen.pool.thread.PoolThreads;
import dev.bullpen.pool.view.JobView;
import dev.bullpen.pool.view.PoolFigures;
import dev.bullpen.pool.view.PoolView;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.Safeguard;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs jobs, each in a helper that has no other job at that time.
 *
 * <p>A job goes to the helper that became idle last, because its code is warm. If none is idle, the
 * job waits in its lane for the next free helper. {@link Roster} decides under its one lock which
 * helper has which job; {@link Helpers} carries that out.
 *
 * <p>{@link #run} blocks until there is an outcome. {@link #submit} does not block, and passes the
 * outcome to a listener. A job that was cancelled or has timed out goes down the {@link
 * KillLadder}.
 */
public final class HelperPool implements JobIntake, AutoCloseable {
  private static final Duration TICK = Duration.ofSeconds(1);

  /** How long a helper beyond the warm ones stays idle before it is ended. */
  private static final Duration KEEP_IDLE =
      Safeguard.SPARES.on() ? Duration.ofSeconds(30) : Duration.ZERO;

  private final PoolThreads threads = new PoolThreads();
  private final ProcessTree processes;
  private final Roster roster;
  private final Helpers helpers;
  private final KillLadder ladder;
  private final long maxJobBytes;
  private final AtomicLong jobs = new AtomicLong();

  /** Starts nothing before {@link #start} or the first job. */
  public HelperPool(PoolSettings settings) throws IOException {
    this(settings, KillTimes.USUAL);
  }

  HelperPool(PoolSettings settings, KillTimes times) throws IOException {
    this.processes = new ProcessTree(settings.command(), settings.isolation());
    this.roster = new Roster(settings);
    this.helpers = new Helpers(roster, threads, processes, times);
    this.ladder = helpers.ladder();
    this.maxJobBytes = settings.command().maxJobBytes();
  }

  /** A full client has room again: its jobs, which were passed over, may start. */
  public void roomAgain() {
    helpers.handOutAll();
  }

  /** Start the guard, then helpers. Idempotent. Does not wait. */
  public void start() {
    if (roster.begin()) {
      threads.after(TICK, this::tick);
      threads.execute(
          () -> {
            try {
              helpers.exits().tick();
              processes.open();
            } finally {
              roster.open(); // only now: jobs that came earlier wait for a helper
            }
            helpers.grow();
            processes.removeStale();
          });
    }
  }

  @Override
  public JobHandle prepare(JobRequest request, JobListener listener) {
    return handle(request, listener);
  }

  private Handle handle(JobRequest request, JobListener listener) {
    JobClock clock = new JobClock(threads::after, System::nanoTime);
    return new Handle(new Job(jobs.incrementAndGet(), request, listener, clock));
  }

  /**
   * Runs a job and waits for its outcome. A refusal is also an outcome.
   *
   * @throws CancellationException if the pool is closed
   * @throws InterruptedException if this thread is interrupted; the job is then cancelled
   */
  public JobOutcome run(JobRequest request) throws InterruptedException {
    Handle handle = handle(request, outcome -> {});
    handle.submit();
    try {
      return handle.job.await();
    } catch (InterruptedException e) {
      handle.cancel();
      throw e;
    }
  }

  /** Not private for tests. */
  final class Handle implements JobHandle {
    final Job job;

    Handle(Job job) {
      this.job = job;
    }

    @Override
    public void submit() {
      JobRequest request = job.request();
      start();
      if (request.bytes() > maxJobBytes) {
        job.fail(
            FailureReason.INPUT_LIMIT,
            "arguments and environment need %d bytes, and the limit is %d. Raise --helper-memory"
                .formatted(request.bytes(), maxJobBytes));
      } else {
        helpers.carryOut(roster.submit(job));
      }
    }

    @Override
    public boolean cancel() {
      boolean isFirst = job.markCancelled();
      if (isFirst) {
        ladder.end(job);
      }
      return isFirst;
    }

    @Override
    public boolean withdraw() {
      return roster.withdraw(job) && job.markCancelled();
    }

    @Override
    public boolean isWithHelper() {
      return roster.isWithHelper(job);
    }

    @Override
    public Optional<Duration> extend(Duration again, Duration max) {
      return job.clock().extend(again, max);
    }

    @Override
    public void pause() {
      job.clock().pause();
      threads.execute(helpers::grow);
    }

    @Override
    public void resume() {
      job.clock().resume();
    }

    @Override
    public boolean put(String name, byte[] bytes) {
      if (bytes.length > maxJobBytes) {
        return false;
      }
      roster
          .runnerOf(job)
          .ifPresent(helper -> helper.sendIfPossible(new Frame.Put(job.number(), name, bytes)));
      return true;
    }

    @Override
    public String toString() {
      return job.toString();
    }
  }

  /** See {@link HelperCommand#rehearsal}. Reads files. */
  public Optional<JobRequest.Program> rehearsal() {
    return processes.command().rehearsal();
  }

  /** Periodic work, such as ending idle helpers beyond the warm ones. */
  private void tick() {
    threads.after(TICK, this::tick);
    helpers.exits().tick();
    roster.noteThoseThatStay();
    roster.retireIdleFor(KEEP_IDLE).forEach(helper -> ladder.letGo(helper, FailureReason.SHUTDOWN));
    ladder.endThoseThatHang();
    threads.execute(
        () -> {
          roster.all().forEach(Helper::reapIfDead);
          processes.tick();
          helpers.renewIdle();
          helpers.grow();
        });
  }

  /** For people and tests: counts of helpers by state and of waiting jobs. */
  public PoolView view() {
    return roster.view();
  }

  /** For monitoring. */
  public PoolFigures figures() {
    return roster.figures(helpers.exits().counts(), ladder.kills());
  }

  /** The jobs that have a helper. */
  public List<JobView> running() {
    return roster.running();
  }

  /** For people: helpers, jobs, lanes and isolation, in lines. */
  public List<String> describe() {
    List<String> lines = new ArrayList<>(roster.describe(helpers.exits().summary()));
    lines.add("isolation: " + processes.isolation());
    return lines;
  }

  /**
   * End all jobs and helpers, and what they left. Open jobs get no outcome.
   *
   * @param patience how long helpers may take to end by themselves before they are killed
   */
  public void close(Duration patience) {
    List<Job> open = new ArrayList<>(roster.close());
    open.addAll(helpers.concluding());
    open.forEach(Job::markCancelled);
    roster.all().forEach(Helper::dismiss);
    boolean ended = roster.awaitEmpty(patience);
    if (!ended) {
      roster.all().forEach(helper -> helper.kill(FailureReason.SHUTDOWN));
      ended = roster.awaitEmpty(patience);
    }
    processes.close(ended, patience);
    threads.close();
  }

  @Override
  public void close() {
    close(Duration.ofMillis(500));
  }
}
