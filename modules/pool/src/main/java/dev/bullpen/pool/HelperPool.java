package dev.bullpen.pool;

import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameException;
import dev.bullpen.wire.Safeguard;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Takes jobs, and has each run by a helper of its own.
 *
 * <p>A job goes to the helper that became idle last, whose code is warm, or waits in the lane it
 * asked for and is handed to the next helper that becomes free; nobody comes between. All of who
 * has what is decided by {@link Roster} under its one lock; here is done, outside it, what was
 * decided: frames are sent, processes started and ended, listeners told.
 *
 * <p>A cancelled job, or one past its time, goes down the kill ladder: marked first, so that
 * whatever it still says is not heard; then its helper is told to end it; if that helper has not
 * said clean {@link #CLEAN_WITHIN} after the script's grace, the helper itself is ended, what it
 * had adopted comes to us and is ended, and the job's marker is swept for. Another helper takes
 * over at once.
 */
public final class HelperPool implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  /** Ten times what a helper needs to end a script and all it left, on a busy machine. */
  static final Duration CLEAN_WITHIN = Duration.ofMillis(150);

  /** Far more than a cold JVM needs on a busy machine. */
  private static final Duration HELLO_WITHIN = Duration.ofSeconds(20);

  /** A script's last processes may take a moment to die, but not this long. */
  private static final Duration TIDY_WITHIN = Duration.ofSeconds(2);

  private static final Duration TICK = Duration.ofSeconds(1);

  /** What error output is kept for the log. */
  private static final int STDERR_TAIL_BYTES = 4096;

  private final PoolSettings settings;
  private final PoolThreads threads = new PoolThreads();
  private final Marker marker = new Marker();
  private final Family family;
  private final Guard guard;
  private final Roster roster;
  private final Reports reports = new Reports();
  private final AtomicLong jobs = new AtomicLong();

  /** Nothing is started before {@link #start} or the first job. */
  public HelperPool(PoolSettings settings) throws IOException {
    this.settings = settings;
    this.family = new Family(marker);
    this.guard = new Guard(family, marker);
    this.roster = new Roster(settings.workers(), settings.maxWorkers());
  }

  /**
   * Start the guard, then the first helper; when that has come up, the others. Idempotent, and does
   * not wait.
   */
  public void start() {
    if (roster.open()) {
      threads.every(TICK, this::tick);
      threads.hand(
          () -> {
            startGuard();
            grow();
          });
    }
  }

  private void startGuard() {
    try {
      if (Safeguard.GUARD.on()) {
        guard.start();
      }
    } catch (IOException e) {
      LOG.log(
          Level.ERROR,
          "no guard: if this process is killed, only the helpers clean up: " + e.getMessage());
    }
  }

  /**
   * Have a script run.
   *
   * @param listener is told the outcome once, unless the job is cancelled first; it runs on a
   *     thread of the pool, or on the caller's if the job is refused, and must be quick
   */
  public Job submit(JobRequest request, Consumer<JobOutcome> listener) {
    Job job = new Job(jobs.incrementAndGet(), request, listener);
    start();
    carryOut(roster.submit(job));
    return job;
  }

  /**
   * End a job and all it started. Its listener will not be told anything any more.
   *
   * @return false if it had been answered already
   */
  public boolean cancel(Job job) {
    if (!job.markCancelled()) {
      return false;
    }
    end(job);
    return true;
  }

  private void expire(Job job) {
    Duration timeout = job.request().timeout();
    if (job.fail(FailureReason.TIMEOUT, "it ran longer than " + timeout.toMillis() + " ms")) {
      end(job);
    }
  }

  /** The ladder from its first step: a job that has its answer, or needs none, is to go. */
  private void end(Job job) {
    Optional<Helper> runner = roster.release(job);
    if (runner.isPresent()) {
      Helper helper = runner.get();
      Duration grace = job.request().grace();
      send(helper, new Frame.Kill(job.number(), (int) grace.toMillis()));
      threads.after(grace.plus(CLEAN_WITHIN), () -> escalate(helper, job));
    }
  }

  private void escalate(Helper helper, Job job) {
    if (Safeguard.ESCALATION.on() && roster.retireIfStillOn(helper, job)) {
      LOG.log(Level.WARNING, "{0} has not ended {1} in time and is ended itself", helper, job);
      threads.hand(() -> helper.kill(FailureReason.HUNG));
      threads.hand(this::grow);
    }
  }

  /** What helpers say, on their own threads. */
  private final class Reports implements Helper.Listener {
    @Override
    public void heard(Helper helper, Frame.ToSupervisor frame) {
      if (frame instanceof Frame.Hello hello) {
        LOG.log(Level.DEBUG, "{0} is ready; sub-reaper: {1}", helper, hello.subReaper());
        carryOut(roster.ready(helper));
        threads.hand(HelperPool.this::grow);
        return;
      }
      Optional<Job> current = roster.jobOf(helper, frame.job());
      if (current.isEmpty()) {
        LOG.log(Level.DEBUG, "{0} speaks of a job it does not have: {1}", helper, frame);
        return;
      }
      Job job = current.get();
      if (frame instanceof Frame.Started started) {
        LOG.log(Level.DEBUG, "{0} runs {1} as process group {2}", helper, job, started.pid());
      } else if (frame instanceof Frame.Output output) {
        job.take(output);
      } else if (frame instanceof Frame.Exited exited) {
        // First the helper, then the answer: whoever waits for a helper need not wait for its
        // reading.
        carryOut(exited.clean() ? roster.ready(helper) : roster.answered(helper));
        job.complete(exited);
      } else if (frame instanceof Frame.Refused refused) {
        job.fail(FailureReason.NOT_STARTED, Errno.describe(refused.errno()));
        carryOut(roster.ready(helper));
      } else if (frame instanceof Frame.Clean clean) {
        if (clean.ended() > 0 && job.isCompleted()) {
          LOG.log(Level.INFO, "{0} left {1} process(es) behind; ended", job, clean.ended());
        }
        carryOut(roster.ready(helper));
      }
    }

    @Override
    public void lost(Helper helper) {
      roster.retire(helper);
    }

    @Override
    public void died(Helper helper, Death death) {
      Roster.Estate estate = roster.bury(helper, death);
      Optional<Job> job = estate.job();
      if (death.reason() != FailureReason.SHUTDOWN) {
        LOG.log(
            Level.WARNING,
            "%s died: %s (%s)%s"
                .formatted(
                    helper,
                    death.reason().sentence(),
                    death.detail(),
                    job.map(running -> " while it had " + running).orElse("")));
      }
      if (!Safeguard.REPLACEMENT.on()) {
        return;
      }
      job.ifPresent(running -> running.fail(death.reason(), death.detail()));
      refuse(estate.refused());
      threads.hand(HelperPool.this::grow);
      tidyAfter(helper, job);
    }
  }

  /**
   * Rungs two and three: what the helper had adopted is ours now; what is not found that way
   * carries the marker.
   */
  private void tidyAfter(Helper helper, Optional<Job> job) {
    try {
      int ended = family.endOrphans();
      if (job.isPresent() && Safeguard.SWEEP.on()) {
        ended += marker.sweep(job.get());
      }
      if (ended > 0) {
        LOG.log(Level.INFO, "{0} left {1} process(es) behind; ended", helper, ended);
      }
    } catch (IOException e) {
      LOG.log(Level.ERROR, "cannot tidy up after " + helper + ": " + e.getMessage());
    }
  }

  // What was decided.

  private void carryOut(Decision decision) {
    decision.hand().ifPresent(this::begin);
    refuse(decision.refused());
    decision.growAfter().ifPresent(delay -> threads.after(delay, () -> threads.hand(this::grow)));
  }

  private void begin(Decision.Hand hand) {
    Job job = hand.job();
    JobRequest request = job.request();
    Map<String, String> environment = new HashMap<>(request.environment());
    environment.putAll(marker.ofJob(job));
    job.clock(threads.after(request.timeout(), () -> expire(job)));
    send(
        hand.helper(),
        new Frame.Job(
            job.number(),
            request.argv(),
            request.directory().toString(),
            environment,
            request.stdoutLimit(),
            STDERR_TAIL_BYTES));
    if (!job.isOpen()) {
      // Cancelled while it was handed over: the kill may have overtaken it.
      send(hand.helper(), new Frame.Kill(job.number(), (int) request.grace().toMillis()));
    }
  }

  private void send(Helper helper, Frame.ToHelper frame) {
    try {
      helper.send(frame);
    } catch (FrameException e) {
      if (frame instanceof Frame.Job tooLong) {
        roster
            .jobOf(helper, tooLong.job())
            .ifPresent(job -> job.fail(FailureReason.NOT_STARTED, e.getMessage()));
        carryOut(roster.ready(helper));
      }
    }
  }

  private void refuse(List<Decision.Refusal> refused) {
    for (Decision.Refusal refusal : refused) {
      refusal.job().fail(refusal.reason(), refusal.detail());
    }
  }

  /** Start as many helpers as the roster asks for; on a hand. */
  private void grow() {
    for (Optional<Integer> id = roster.reserve(); id.isPresent(); id = roster.reserve()) {
      try {
        Helper helper =
            Helper.start(id.get(), settings.command(), marker, family, threads, reports);
        if (!roster.enter(helper)) {
          helper.dismiss();
        }
        threads.after(HELLO_WITHIN, () -> giveUpOn(helper));
      } catch (PosixException e) {
        LOG.log(Level.WARNING, "helper {0} cannot be started: {1}", id.get(), e.getMessage());
        refuse(roster.notStarted(e.getMessage()));
      }
    }
    roster.growAgainIn().ifPresent(delay -> threads.after(delay, () -> threads.hand(this::grow)));
  }

  private void giveUpOn(Helper helper) {
    if (roster.isStarting(helper)) {
      threads.hand(() -> helper.kill(FailureReason.BOOT));
    }
  }

  /**
   * Now and then: more helpers than are kept warm go when nobody needs them, and none may clean up
   * for ever.
   */
  private void tick() {
    roster.idleForLong().forEach(Helper::dismiss);
    if (Safeguard.ESCALATION.on()) {
      for (Helper helper : roster.cleaningLongerThan(TIDY_WITHIN)) {
        LOG.log(Level.WARNING, "{0} cannot end what its job left and is ended itself", helper);
        threads.hand(() -> helper.kill(FailureReason.HUNG));
      }
    }
    threads.hand(this::grow);
  }

  /** For people and tests: how many helpers there are in which state, and how many jobs wait. */
  public PoolView view() {
    return roster.view();
  }

  /**
   * End every job and helper, and what they left. Jobs that were open have no outcome.
   *
   * @param patience how long helpers may take to end by themselves; after that they are killed
   */
  public void close(Duration patience) {
    List<Job> open = new ArrayList<>(roster.close());
    open.forEach(Job::markCancelled);
    List<Helper> helpers = roster.all();
    helpers.forEach(Helper::dismiss);
    if (!roster.awaitNobody(patience)) {
      roster.all().forEach(helper -> helper.kill(FailureReason.SHUTDOWN));
      roster.awaitNobody(patience);
    }
    try {
      family.endOrphans();
      marker.sweep();
      guard.close(patience.toMillis());
    } catch (IOException e) {
      LOG.log(Level.ERROR, "something may be left; the guard looks for it: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    threads.close();
  }

  @Override
  public void close() {
    close(Duration.ofMillis(500));
  }
}
