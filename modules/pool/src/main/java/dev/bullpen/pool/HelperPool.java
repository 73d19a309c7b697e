package dev.bullpen.pool;

import dev.bullpen.pool.flight.FlightLog;
import dev.bullpen.pool.helper.Death;
import dev.bullpen.pool.helper.Deaths;
import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.helper.JobFrame;
import dev.bullpen.pool.helper.OomKills;
import dev.bullpen.pool.helper.Patience;
import dev.bullpen.pool.job.DeskRequest;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.StartFailure;
import dev.bullpen.pool.roster.Decision;
import dev.bullpen.pool.roster.Roster;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.run.JobClock;
import dev.bullpen.pool.setting.PoolSettings;
import dev.bullpen.pool.thread.PoolThreads;
import dev.bullpen.pool.view.PoolView;
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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Takes jobs, and has each run by a helper of its own.
 *
 * <p>A job goes to the helper that became idle last, whose code is warm, or waits in the lane it
 * asked for and is handed to the next helper that becomes free; nobody comes between. All of who
 * has what is decided by {@link Roster} under its one lock; here is done, outside it, what was
 * decided: frames are sent, processes started and ended, listeners told.
 *
 * <p>A cancelled job, or one past its time, goes down the {@link KillLadder}.
 */
public final class HelperPool implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  /** Far more than a cold JVM needs on a busy machine. */
  private static final Duration HELLO_WITHIN = Duration.ofSeconds(20);

  private static final Duration TICK = Duration.ofSeconds(1);

  /** A tick apart; what cannot be done for so long is tried again less often. */
  private static final int MANY_TIDYINGS = 60;

  private static final Duration SELDOM = Duration.ofSeconds(10);

  private final PoolThreads threads = new PoolThreads();
  private final Household household;
  private final Roster roster;
  private final long maxJobBytes;
  private final KillLadder ladder;
  private final Reports reports = new Reports();
  private final Deaths deaths = new Deaths();
  private final OomKills oomKills = new OomKills();
  private final Expectations expectations = new Expectations();
  private final AtomicLong jobs = new AtomicLong();
  private volatile Outlet outlet = Outlet.OPEN;

  /**
   * Say where what jobs bring goes to; before the first. While it is full, jobs wait as if no
   * helper were free.
   */
  public void heed(Outlet outlet) {
    this.outlet = outlet;
    roster.heed(outlet::isFull);
  }

  /** The outlet has room again. */
  public void roomAgain() {
    Decision decision = roster.next();
    while (decision.hand().isPresent()) {
      carryOut(decision);
      decision = roster.next();
    }
    carryOut(decision);
  }

  /** Nothing is started before {@link #start} or the first job. */
  public HelperPool(PoolSettings settings) throws IOException {
    this(settings, Patience.USUAL);
  }

  HelperPool(PoolSettings settings, Patience patience) throws IOException {
    this.household = new Household(settings.command(), settings.isolation());
    this.roster = new Roster(settings);
    this.maxJobBytes = settings.command().maxJobBytes();
    this.ladder = new KillLadder(roster, threads, patience, this::send, this::grow);
  }

  /**
   * Start the guard, then the first helper; after that, the others. Idempotent, and does not wait.
   */
  public void start() {
    if (roster.begin()) {
      threads.every(TICK, this::tick);
      threads.hand(
          () -> {
            FlightLog.Current.look();
            oomKills.look();
            try {
              household.open();
            } finally {
              roster.open(); // not before: a job that has come meanwhile waits for a helper
            }
            grow();
            household.removeStale();
          });
    }
  }

  /**
   * Have a script run.
   *
   * @param listener is told what the script reports, and the outcome
   */
  public JobHandle submit(JobRequest request, JobListener listener) {
    JobClock clock = new JobClock(threads::after, System::nanoTime);
    Job job = new Job(jobs.incrementAndGet(), request, listener, clock);
    start();
    if (request.bytes() > maxJobBytes) {
      job.fail(
          FailureReason.INPUT_LIMIT,
          "it was to be told %d bytes, and a helper can take %d; --helper-memory says how much memory one has"
              .formatted(request.bytes(), maxJobBytes));
    } else {
      carryOut(roster.submit(job));
    }
    return new JobHandle(job);
  }

  /**
   * End a job and all it started. Its listener will not be told anything any more.
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

  /**
   * Give the script of a running job a file, whole or not at all; nothing happens if the job is
   * over.
   *
   * @param name of a file on the job's desk; see {@link DeskRequest}
   */
  public void put(JobHandle handle, String name, byte[] bytes) {
    Job job = handle.job();
    roster
        .runnerOf(job)
        .ifPresent(helper -> send(helper, new Frame.Put(job.number(), name, bytes)));
  }

  /**
   * A program that every helper has, and that does nothing; empty if helpers are started by another
   * command. Reads files.
   */
  public Optional<JobRequest.Program> rehearsal() {
    return household.rehearsal();
  }

  /**
   * Jobs may soon be about this provider: every helper is to load it when it has nothing else to
   * do, those that come later too. Nothing of it is run.
   *
   * @param provider no script
   */
  public void expect(JobRequest.Program provider) {
    Frame.Expect expected = new Frame.Expect(provider.argv().get(0), provider.classPath());
    if (expectations.add(expected)) {
      roster.useful().forEach(helper -> send(helper, expected));
    }
  }

  /** A running job's time begins anew: it is {@code again} from now on. Cheap. */
  public void extend(JobHandle handle, Duration again) {
    handle.job().clock().extend(again);
  }

  /**
   * A job's time stands still while somebody is asked something for it, until {@link #resume} has
   * been called as often as this. Whoever asks sees to it that it does not stand for ever.
   */
  public void pause(JobHandle handle) {
    handle.job().clock().pause();
  }

  /** The end of one {@link #pause}. */
  public void resume(JobHandle handle) {
    handle.job().clock().resume();
  }

  /** What helpers say, on their own threads. */
  private final class Reports implements Helper.Listener {
    @Override
    public void heard(Helper helper, Frame.ToSupervisor frame) throws IOException {
      if (frame instanceof Frame.Hello hello) {
        if (roster.hasComeUp(helper)) {
          throw new IOException("it says hello once more");
        }
        LOG.log(Level.DEBUG, "{0} is ready; sub-reaper: {1}", helper, hello.subReaper());
        carryOut(roster.ready(helper));
        expectations.all().forEach(expected -> send(helper, expected));
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
      } else if (frame instanceof Frame.Event event) {
        job.take(event);
      } else if (frame instanceof Frame.Note note) {
        job.take(note);
      } else if (frame instanceof Frame.Exited exited) {
        // First the helper, then the answer: whoever waits for a helper need not wait for its
        // reading.
        carryOut(exited.clean() ? roster.ready(helper) : roster.answered(helper));
        complete(job, exited);
      } else if (frame instanceof Frame.Refused refused) {
        job.fail(FailureReason.NOT_STARTED, StartFailure.of(job.request(), refused.errno()));
        if (helper.hasDesk()) {
          carryOut(roster.ready(helper));
        } else {
          threads.hand(() -> renewOrKeep(helper));
        }
      } else if (frame instanceof Frame.Clean clean) {
        if (roster.runnerOf(job).isPresent()) {
          throw new IOException("it is clean, and has not said how its job ended");
        }
        if (clean.ended() > 0 && job.isCompleted()) {
          LOG.log(Level.INFO, "{0} left {1} process(es) behind; ended", job, clean.ended());
        }
        carryOut(roster.ready(helper));
      } else if (frame instanceof Frame.Spent) {
        LOG.log(Level.INFO, "{0} cannot be used again after {1}", helper, job);
        helper.spent();
        roster.retire(helper);
        threads.hand(HelperPool.this::grow);
      }
    }

    @Override
    public void lost(Helper helper) {
      roster.retire(helper);
    }

    @Override
    public void died(Helper helper, Death seen) {
      Death death = oomKills.explain(seen);
      Roster.Estate estate = roster.bury(helper, death);
      Optional<Job> job = estate.job();
      deaths.note(helper, death, job);
      FlightLog.Life life =
          new FlightLog.Life(helper.place().livedFor(), helper.place().jobsDone());
      FlightLog.Current.get().died(helper.recorded(), life, death.reason().word(), death.detail());
      if (!Safeguard.REPLACEMENT.on()) {
        return;
      }
      job.ifPresent(running -> running.fail(death.reason(), death.detail()));
      refuse(estate.refused());
      threads.hand(HelperPool.this::grow);
      tidyAfter(helper, job, 1);
    }
  }

  /** What it has written, if that is much, is made something of when there is room for it. */
  private void complete(Job job, Frame.Exited exited) {
    if (job.end(exited)) {
      outlet.whenRoom(() -> job.complete(exited));
    } else {
      job.complete(exited);
    }
  }

  /** What cannot be done now, for want of a descriptor for instance, is done a little later. */
  private void tidyAfter(Helper helper, Optional<Job> job, int tries) {
    if (!household.tidyAfter(helper, job)) {
      Duration later = tries < MANY_TIDYINGS ? TICK : SELDOM;
      threads.after(later, () -> threads.hand(() -> tidyAfter(helper, job, tries + 1)));
    }
  }

  // What was decided.

  private void carryOut(Decision decision) {
    decision.hand().ifPresent(this::begin);
    refuse(decision.refused());
    decision.growAfter().ifPresent(delay -> threads.after(delay, () -> threads.hand(this::grow)));
    decision.relieved().ifPresent(helper -> helper.dismiss(FailureReason.RECYCLED));
  }

  private void begin(Decision.Hand hand) {
    Job job = hand.job();
    Optional<Frame.Job> frame = JobFrame.of(job, hand.helper(), household.marker());
    if (frame.isEmpty()) {
      job.fail(FailureReason.NOT_STARTED, hand.helper() + " has no desk for its files");
      threads.hand(() -> renewOrKeep(hand.helper())); // not from within: many may wait
      return;
    }
    job.clock().start(job.request().limits().timeout(), () -> ladder.expire(job));
    send(hand.helper(), frame.get());
    if (!job.isOpen()) {
      // Cancelled while it was handed over: the kill may have overtaken it.
      ladder.tell(hand.helper(), job);
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
      } else {
        LOG.log(Level.WARNING, "{0} is not sent {1}: {2}", helper, frame, e.getMessage());
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
        long began = System.nanoTime();
        Helper helper = household.start(id.get(), threads, reports);
        FlightLog.Current.get()
            .spawned(helper.recorded(), Duration.ofNanos(System.nanoTime() - began));
        if (!roster.enter(helper)) {
          helper.dismiss();
        }
        threads.after(HELLO_WITHIN, () -> giveUpOn(helper));
      } catch (PosixException e) {
        String why = household.explain(e);
        LOG.log(Level.WARNING, "helper {0} cannot be started: {1}", id.get(), why);
        refuse(roster.notStarted(why, Errno.isShortage(e.errno())));
      } catch (RuntimeException | LinkageError e) { // such as a class of a JDK that was moved away
        LOG.log(Level.ERROR, "helper " + id.get() + " cannot be started", e);
        refuse(roster.notStarted(e.toString(), false));
      }
    }
    roster.growAgainIn().ifPresent(delay -> threads.after(delay, () -> threads.hand(this::grow)));
  }

  private void giveUpOn(Helper helper) {
    if (roster.isStarting(helper)) {
      ladder.kill(helper, Optional.empty(), FailureReason.BOOT);
    }
  }

  /** Now and then: more helpers than are kept warm go when nobody needs them, and so on. */
  private void tick() {
    FlightLog.Current.look();
    deaths.tick();
    oomKills.look();
    roster.noteThoseThatStay();
    roster.idleForLong().forEach(Helper::dismiss);
    ladder.endThoseThatHang();
    threads.hand(
        () -> {
          household.lookAfter();
          renewWithoutDesk();
          grow();
        });
  }

  /**
   * A helper that was started when the disk was full, or whose desk somebody has cleared away, goes
   * as soon as another would have one.
   */
  private void renewWithoutDesk() {
    for (Helper helper : roster.allIdle()) {
      if (!helper.hasDesk() && household.hasRoomForDesks() && roster.retireIfIdle(helper)) {
        helper.dismiss();
      }
    }
  }

  /** The same for one that is busy with a job it cannot do. */
  private void renewOrKeep(Helper helper) {
    if (household.hasRoomForDesks()) {
      roster.retire(helper);
      helper.dismiss();
      grow();
    } else {
      carryOut(roster.ready(helper));
    }
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
    List<String> lines = new ArrayList<>(roster.sight().lines(deaths.summary()));
    lines.add("isolation: " + household.isolation());
    return lines;
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
    household.close(patience);
    threads.close();
  }

  @Override
  public void close() {
    close(Duration.ofMillis(500));
  }
}
