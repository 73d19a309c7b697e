package dev.bullpen.pool;

import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.helper.KillTimes;
import dev.bullpen.pool.job.FailureReason;
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
 * Takes jobs, and has each run by a helper of its own.
 *
 * <p>A job goes to the helper that became idle last, whose code is warm, or waits in the lane it
 * asked for and is handed to the next helper that becomes free. {@link Roster} decides which helper
 * has which job, under its one lock; {@link Helpers} carries that out.
 *
 * <p>{@link #run} blocks until the outcome is there. {@link #submit} does not block, and passes the
 * outcome to a listener; its {@link JobHandle} lets other threads cancel, pause, extend or answer
 * the job. A cancelled job, or one past its time, goes down the {@link KillLadder}.
 */
public final class HelperPool implements AutoCloseable {
  private static final Duration TICK = Duration.ofSeconds(1);

  /** How long a helper beyond the warm ones stays idle before it goes. */
  private static final Duration KEEP_IDLE =
      Safeguard.SPARES.on() ? Duration.ofSeconds(30) : Duration.ZERO;

  private final PoolThreads threads = new PoolThreads();
  private final ProcessTree processes;
  private final Roster roster;
  private final Helpers helpers;
  private final KillLadder ladder;
  private final long maxJobBytes;
  private final AtomicLong jobs = new AtomicLong();

  /** Nothing is started before {@link #start} or the first job. */
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

  /** A client that was full has room again: its jobs, which were passed over, may begin. */
  public void roomAgain() {
    helpers.handOutAll();
  }

  /** Start the guard, then helpers. Idempotent, and does not wait. */
  public void start() {
    if (roster.begin()) {
      threads.after(TICK, this::tick);
      threads.execute(
          () -> {
            helpers.exits().tick();
            try {
              processes.open();
            } finally {
              roster.open(); // not before: a job that has come meanwhile waits for a helper
            }
            helpers.grow();
            processes.removeStale();
          });
    }
  }

  /**
   * Queues a job, or hands it to a helper, without blocking.
   *
   * @param listener receives what the script reports, and the outcome
   */
  public JobHandle submit(JobRequest request, JobListener listener) {
    JobHandle handle = prepare(request, listener);
    submit(handle);
    return handle;
  }

  /**
   * A job that is not submitted yet, for a listener that needs the handle as soon as its script
   * reports something.
   */
  public JobHandle prepare(JobRequest request, JobListener listener) {
    JobClock clock = new JobClock(threads::after, System::nanoTime);
    return new JobHandle(new Job(jobs.incrementAndGet(), request, listener, clock));
  }

  /** Submit a prepared job; once. */
  public void submit(JobHandle handle) {
    Job job = handle.job();
    JobRequest request = job.request();
    start();
    if (request.bytes() > maxJobBytes) {
      job.fail(
          FailureReason.INPUT_LIMIT,
          "arguments and environment need %d bytes, and the limit is %d: raise --helper-memory"
              .formatted(request.bytes(), maxJobBytes));
    } else {
      helpers.carryOut(roster.submit(job));
    }
  }

  /**
   * Runs a job and waits for its outcome. A refusal is an outcome too.
   *
   * @throws CancellationException if the pool is closed meanwhile
   * @throws InterruptedException if this thread is interrupted; the job is cancelled then
   */
  public JobOutcome run(JobRequest request) throws InterruptedException {
    JobHandle handle = submit(request, outcome -> {});
    try {
      return handle.job().await();
    } catch (InterruptedException e) {
      cancel(handle);
      throw e;
    }
  }

  /**
   * End a job and all it started. Its listener gets nothing any more.
   *
   * @return false if it had been answered already
   */
  public boolean cancel(JobHandle handle) {
    if (!handle.job().markCancelled()) {
      return false;
    }
    ladder.end(handle.job());
    return true;
  }

  /**
   * Take back a job that no helper has been given yet. Its listener gets nothing any more.
   *
   * @return false, and nothing has changed, if a helper has or had it, or it has been answered or
   *     cancelled
   */
  public boolean withdraw(JobHandle handle) {
    return roster.withdraw(handle.job()) && handle.job().markCancelled();
  }

  /** Whether a helper has it, or has not ended yet what is left of it. */
  public boolean isWithHelper(JobHandle handle) {
    return roster.isWithHelper(handle.job());
  }

  /**
   * Puts a file into the exchange folder of a running job, whole or not at all; nothing happens if
   * the job is over.
   */
  public void put(JobHandle handle, String name, byte[] bytes) {
    Job job = handle.job();
    roster
        .runnerOf(job)
        .ifPresent(helper -> helper.sendIfPossible(new Frame.Put(job.number(), name, bytes)));
  }

  /** See {@link HelperCommand#rehearsal}. Reads files. */
  public Optional<JobRequest.Program> rehearsal() {
    return processes.command().rehearsal();
  }

  /**
   * A running job's time begins anew. Cheap.
   *
   * @param again the time that it has from now on, unless that is more than it may run in all
   * @param max for how long it may run in all, without pauses
   * @return the time that it has from now on; empty, and nothing has changed, if it does not run
   */
  public Optional<Duration> extend(JobHandle handle, Duration again, Duration max) {
    return handle.job().clock().extend(again, max);
  }

  /**
   * A job's time stands still while a client is asked for it, until {@link #resume} has been called
   * as often as this. The caller sees to it that it does not stand for ever. Meanwhile another
   * helper may take the place of the job's, so that no other job waits for that client.
   */
  public void pause(JobHandle handle) {
    handle.job().clock().pause();
    threads.execute(helpers::grow);
  }

  /** The end of one {@link #pause}. */
  public void resume(JobHandle handle) {
    handle.job().clock().resume();
  }

  /** More helpers than are kept warm go when no job needs them, and so on. */
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

  /** For people and tests: how many helpers there are in which state, and how many jobs wait. */
  public PoolView view() {
    return roster.view();
  }

  /** For monitoring. */
  public PoolFigures figures() {
    return roster.figures(helpers.exits().counts(), ladder.kills());
  }

  /** The jobs that helpers run. */
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
   * End every job and helper, and what they left. Jobs that were open have no outcome.
   *
   * @param patience how long helpers may take to end by themselves; after that they are killed
   */
  public void close(Duration patience) {
    List<Job> open = new ArrayList<>(roster.close());
    open.addAll(helpers.concluding());
    open.forEach(Job::markCancelled);
    roster.all().forEach(Helper::dismiss);
    if (!roster.awaitEmpty(patience)) {
      roster.all().forEach(helper -> helper.kill(FailureReason.SHUTDOWN));
      roster.awaitEmpty(patience);
    }
    processes.close(patience);
    threads.close();
  }

  @Override
  public void close() {
    close(Duration.ofMillis(500));
  }
}
