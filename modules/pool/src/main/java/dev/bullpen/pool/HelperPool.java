package dev.bullpen.pool;

import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.helper.Patience;
import dev.bullpen.pool.job.DeskRequest;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobOutput;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.roster.Roster;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.run.JobClock;
import dev.bullpen.pool.setting.PoolSettings;
import dev.bullpen.pool.thread.PoolThreads;
import dev.bullpen.pool.view.PoolView;
import dev.bullpen.wire.Frame;
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
 * asked for and is handed to the next helper that becomes free; nobody comes between. All of who
 * has what is decided by {@link Roster} under its one lock. What was decided is done outside it:
 * {@link Handover} sends jobs, {@link Spawner} starts helpers, {@link Reports} hears them, and
 * {@link HelperExits} follow when they are gone.
 *
 * <p>A job is run in one of three ways. {@link #run} blocks until the outcome is there. {@link
 * #begin} and {@link #await} do the same in two steps, for a caller whose job other threads may
 * cancel, pause, extend or answer while it runs: they need the {@link JobHandle}. {@link #submit}
 * does not block, and passes the outcome to a listener.
 *
 * <pre>{@code
 * JobOutcome outcome = pool.run(request, output);      // no other thread needs the job
 *
 * JobHandle job = pool.begin(request, output);         // does not block
 * call.onCancel(() -> pool.cancel(job));               // from any thread
 * JobOutcome outcome = pool.await(job);                // blocks
 * }</pre>
 *
 * <p>The waiting thread is woken by the outcome, by {@link #cancel} or {@link #withdraw} ({@link
 * CancellationException}), by {@link #close} (likewise), and by an interrupt, which cancels the job
 * ({@link InterruptedException}). A job that has no outcome is ended meanwhile: when the thread
 * wakes, its helper may still be at it.
 *
 * <p>A cancelled job, or one past its time, goes down the {@link KillLadder}.
 */
public final class HelperPool implements AutoCloseable {
  private static final Duration TICK = Duration.ofSeconds(1);

  private final PoolThreads threads = new PoolThreads();
  private final ProcessTree processes;
  private final Roster roster;
  private final long maxJobBytes;
  private final KillLadder ladder;
  private final Handover handover;
  private final HelperExits exits;
  private final Reports reports;
  private final Spawner spawner;
  private final Expectations expectations = new Expectations();
  private final AtomicLong jobs = new AtomicLong();

  /** Nothing is started before {@link #start} or the first job. */
  public HelperPool(PoolSettings settings) throws IOException {
    this(settings, Patience.USUAL);
  }

  HelperPool(PoolSettings settings, Patience patience) throws IOException {
    this.processes = new ProcessTree(settings.command(), settings.isolation());
    this.roster = new Roster(settings);
    this.maxJobBytes = settings.command().maxJobBytes();
    this.ladder = new KillLadder(roster, threads, patience, this::grow);
    this.handover = new Handover(roster, threads, processes, ladder, this::grow);
    this.exits = new HelperExits(roster, processes, threads, this::grow);
    this.reports =
        new Reports(roster, handover, exits, expectations, processes, threads, this::grow);
    this.spawner = new Spawner(roster, processes, threads, ladder, reports);
  }

  /**
   * Say where what jobs bring goes to; before the first. While it is full, jobs wait as if no
   * helper were free.
   */
  public void heed(Outlet outlet) {
    reports.heed(outlet);
    roster.pauseWhile(outlet::isFull);
  }

  /** The outlet has room again. */
  public void roomAgain() {
    handover.handOutAll();
  }

  /**
   * Start the guard, then the first helper; after that, the others. Idempotent, and does not wait.
   */
  public void start() {
    if (roster.begin()) {
      threads.every(TICK, this::tick);
      threads.hand(
          () -> {
            exits.poll();
            try {
              processes.open();
            } finally {
              roster.open(); // not before: a job that has come meanwhile waits for a helper
            }
            grow();
            processes.removeStale();
          });
    }
  }

  /**
   * Have a script run.
   *
   * @param listener is told what the script reports, and the outcome
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
          "it was to be told some %d bytes, and a helper can take %d; --helper-memory says how much memory one has"
              .formatted(request.bytes(), maxJobBytes));
    } else {
      handover.carryOut(roster.submit(job));
    }
  }

  /**
   * Runs a job and waits for its outcome. Every refusal is an outcome too, such as {@link
   * FailureReason#BUSY}. Holds no helper while the job waits for one.
   *
   * @param output receives what the script reports while it runs; on a thread of the job's helper
   * @throws CancellationException if the pool is closed meanwhile
   * @throws InterruptedException if this thread is interrupted; the job is cancelled then
   */
  public JobOutcome run(JobRequest request, JobOutput output) throws InterruptedException {
    return await(begin(request, output));
  }

  /**
   * Queues a job, or hands it to a helper, without blocking. {@link #await} gives the outcome.
   *
   * @param output receives what the script reports while it runs; on a thread of the job's helper
   */
  public JobHandle begin(JobRequest request, JobOutput output) {
    return submit(
        request,
        new JobListener() {
          @Override
          public void events(byte[] bytes) {
            output.events(bytes);
          }

          @Override
          public void note(String name, byte[] bytes) {
            output.note(name, bytes);
          }

          @Override
          public void ended(JobOutcome outcome) {} // await returns it
        });
  }

  /**
   * Waits for the outcome of a job; any number of threads may. It comes after everything the script
   * reported has been passed on.
   *
   * @throws CancellationException if the job was cancelled or withdrawn, or the pool closed
   * @throws InterruptedException if this thread is interrupted; the job is cancelled then
   */
  public JobOutcome await(JobHandle handle) throws InterruptedException {
    try {
      return handle.job().await();
    } catch (InterruptedException e) {
      cancel(handle);
      throw e;
    }
  }

  /**
   * End a job and all it started. Its listener gets nothing any more, and a thread in {@link
   * #await} wakes.
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
   * Take back a job that no helper has been given yet. Its listener will not be told anything.
   *
   * @return false if a helper has it, or had it, or it has had its answer, or is cancelled; then
   *     nothing has changed
   */
  public boolean withdraw(JobHandle handle) {
    return roster.withdraw(handle.job()) && handle.job().markCancelled();
  }

  /** Whether a helper has it, or has not ended yet what is left of it. */
  public boolean isWithHelper(JobHandle handle) {
    return roster.isWithHelper(handle.job());
  }

  /**
   * Give the script of a running job a file, whole or not at all; nothing happens if the job is
   * over.
   *
   * @param name of a file on the job's desk; see {@link DeskRequest}
   */
  public void put(JobHandle handle, String name, byte[] bytes) {
    Job job = handle.job();
    roster.runnerOf(job).ifPresent(helper -> helper.tell(new Frame.Put(job.number(), name, bytes)));
  }

  /**
   * A program that every helper has, and that does nothing; empty if helpers are started by another
   * command. Reads files.
   */
  public Optional<JobRequest.Program> rehearsal() {
    return processes.rehearsal();
  }

  /**
   * Jobs may soon be about this provider: every helper is to load it when it has nothing else to
   * do, those that come later too. Nothing of it is run.
   *
   * @param program its file
   * @param provider no script
   */
  public void expect(String program, JobRequest.Program provider) {
    Frame.Expect expected = new Frame.Expect(provider.argv().get(0), provider.classPath());
    if (expectations.add(program, expected)) {
      roster.useful().forEach(helper -> helper.tell(expected));
    }
  }

  /** A running job's time begins anew: it is {@code again} from now on. Cheap. */
  public void extend(JobHandle handle, Duration again) {
    handle.job().clock().extend(again);
  }

  /**
   * A job's time stands still while somebody is asked something for it, until {@link #resume} has
   * been called as often as this. Whoever asks sees to it that it does not stand for ever.
   * Meanwhile another helper may come in the place of its own, so that nobody else waits for
   * whoever is asked.
   */
  public void pause(JobHandle handle) {
    handle.job().clock().pause();
    threads.hand(this::grow);
  }

  /** The end of one {@link #pause}. */
  public void resume(JobHandle handle) {
    handle.job().clock().resume();
  }

  /**
   * A helper has come or gone, or it is time to look. Who waits may be allowed one that is idle now
   * that there are fewer; and those that are due are started. On a hand.
   */
  private void grow() {
    handover.handOutAll();
    spawner.grow();
  }

  /** Now and then: more helpers than are kept warm go when nobody needs them, and so on. */
  private void tick() {
    exits.poll();
    roster.noteThoseThatStay();
    roster.retireIdleForLong().forEach(helper -> ladder.letGo(helper, FailureReason.SHUTDOWN));
    ladder.endThoseThatHang();
    threads.hand(
        () -> {
          roster.all().forEach(Helper::reapIfDead);
          processes.lookAfter();
          handover.renewIdle();
          grow();
        });
  }

  /** For people and tests: how many helpers there are in which state, and how many jobs wait. */
  public PoolView view() {
    return roster.view();
  }

  /**
   * For people: every helper with its state, its age and its job, the lanes, and how many helpers
   * were started and died of what; a line each.
   */
  public List<String> describe() {
    List<String> lines = new ArrayList<>(roster.sight().lines(exits.summary()));
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
    open.addAll(reports.unmade());
    open.forEach(Job::markCancelled);
    List<Helper> helpers = roster.all();
    helpers.forEach(Helper::dismiss);
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
