package dev.bullpen.pool.run;

import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.view.Seconds;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.Safeguard;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A request on its way through the pool, answered once: RUNNING becomes COMPLETED, FAILED or
 * CANCELLED by one compare-and-set, and only the caller that makes this transition passes an
 * outcome on. EXPIRED can only become FAILED with a timeout, or CANCELLED.
 */
public final class Job {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  private static final byte[] NOTHING = {};

  private enum Answer {
    RUNNING,
    /** It has timed out and will fail. Its helper is asked for its last output. */
    EXPIRED,
    COMPLETED,
    FAILED,
    CANCELLED
  }

  private final long number;
  private final JobRequest request;
  private final JobListener listener;
  private final JobClock clock;
  private final AtomicReference<Answer> answer = new AtomicReference<>(Answer.RUNNING);
  private final long submittedAt = System.nanoTime();
  private volatile long begunAt = submittedAt;
  private volatile int group;
  private volatile boolean hasEnded;

  /**
   * Held while the listener is called, so that a timeout's outcome cannot come during an event. A
   * cancel does not wait for it.
   */
  private final Object listenerLock = new Object();

  /** Completed with the listener's outcome, or cancelled with the job. */
  private final CompletableFuture<JobOutcome> outcome = new CompletableFuture<>();

  // The script's output; guarded by listenerLock.
  private final OutputBuffer stdout = new OutputBuffer();
  private byte[] stderr = NOTHING;

  public Job(long number, JobRequest request, JobListener listener, JobClock clock) {
    this.number = number;
    this.request = request;
    this.listener = listener;
    this.clock = clock;
  }

  /** Its number in the pool, never reused. */
  public long number() {
    return number;
  }

  public JobRequest request() {
    return request;
  }

  /** Whether it has no answer yet. */
  public boolean isOpen() {
    return answer.get() == Answer.RUNNING;
  }

  /** Whether its script ended by itself. */
  public boolean isCompleted() {
    return answer.get() == Answer.COMPLETED;
  }

  /** Its remaining time. */
  public JobClock clock() {
    return clock;
  }

  /** A helper has it from now on. */
  public void begin() {
    begunAt = System.nanoTime();
  }

  /** Its script runs, as leader of this process group. For a provider, it is the helper. */
  public void started(int pid) {
    group = pid;
  }

  /** The pid of its script, or of the helper that runs its provider; 0 if it has not started. */
  public int pid() {
    return group;
  }

  /** The time since a helper got it, or, before that, since it was submitted. */
  public Duration age() {
    return Duration.ofNanos(System.nanoTime() - begunAt);
  }

  /** How long it waited for a helper, or has waited so far. */
  public Duration waited() {
    boolean hasBegun = begunAt != submittedAt;
    return Duration.ofNanos((hasBegun ? begunAt : System.nanoTime()) - submittedAt);
  }

  public void take(Frame.Output output) {
    synchronized (listenerLock) {
      if (output.stream() == Frame.Stream.STDOUT) {
        stdout.add(output.bytes());
      } else {
        stderr = output.bytes();
        conclude();
      }
    }
  }

  public void take(Frame.Event event) {
    synchronized (listenerLock) {
      if (isOpen()) {
        try {
          listener.events(event.bytes());
        } catch (RuntimeException | Error e) {
          listenerFailed(e);
        }
      }
    }
  }

  public void take(Frame.Note note) {
    synchronized (listenerLock) {
      if (isOpen()) {
        try {
          listener.note(note.name(), note.bytes());
        } catch (RuntimeException | Error e) {
          listenerFailed(e);
        }
      }
    }
  }

  /** Log it only: the helper's thread, which called the listener, must continue. */
  private void listenerFailed(Throwable e) {
    LOG.log(Level.ERROR, "the listener of " + this + " failed", e);
  }

  /**
   * Its script has ended, and {@link #complete} must follow: at once, or, if the output is long and
   * kept off the heap, when there is room for it. Until then only a cancel can come in between.
   *
   * @return whether the output is long, but not too long
   */
  public boolean end(Frame.Exited exited) {
    synchronized (listenerLock) {
      hasEnded = true;
      clock.stop();
      return exited.overflow() != Frame.Overflow.STDOUT && stdout.isLong();
    }
  }

  public void complete(Frame.Exited exited) {
    synchronized (listenerLock) {
      if (exited.overflow() == Frame.Overflow.STDOUT) {
        stdout.drop(); // an incomplete output is useless
      }
      settle(ending(exited));
    }
  }

  private JobOutcome ending(Frame.Exited exited) {
    return switch (exited.overflow()) {
      case STDOUT ->
          failed(
              FailureReason.OUTPUT_LIMIT,
              "it wrote more than %d bytes".formatted(request.limits().stdout()));
      case STDERR ->
          failed(
              FailureReason.STDERR_LIMIT,
              "it wrote more than %d bytes of error output".formatted(request.limits().stderr()));
      case NONE -> {
        // Its output, which may be long, is read only if it may be from the shell.
        boolean mayBeShells =
            !stdout.isLong()
                && !request.resources().isNone()
                && !exited.signalled()
                && exited.code() == LimitedArgv.NOT_SET;
        byte[] said = mayBeShells ? stdout.all() : NOTHING;
        Optional<LimitedArgv.Breach> breach = LimitedArgv.breach(request.resources(), exited, said);
        yield breach.isPresent()
            ? failed(breach.get().reason(), breach.get().detail())
            : new JobOutcome.Completed(exited.signalled(), exited.code(), NOTHING, NOTHING);
      }
    };
  }

  /** Without the script's output, which is added later. */
  private static JobOutcome failed(FailureReason reason, String detail) {
    return new JobOutcome.Failed(reason, detail, NOTHING);
  }

  /** Fail it; false if it already has an answer, even one not yet passed on. */
  public boolean fail(FailureReason reason, String detail) {
    return !hasEnded && settle(failed(reason, detail));
  }

  /**
   * @param ending without the script's output
   */
  private boolean settle(JobOutcome ending) {
    boolean completes = ending instanceof JobOutcome.Completed;
    synchronized (listenerLock) {
      conclude();
      boolean mine =
          answer.compareAndSet(Answer.RUNNING, completes ? Answer.COMPLETED : Answer.FAILED);
      if (mine || completes && !Safeguard.TAKE_ONCE.on()) {
        pass(ending);
      }
      stdout.drop();
      return mine;
    }
  }

  private void pass(JobOutcome ending) {
    clock.stop();
    JobOutcome whole = withOutput(ending);
    try {
      listener.ended(whole);
    } catch (RuntimeException | Error e) {
      listenerFailed(e);
    } finally {
      outcome.complete(whole);
    }
  }

  /** There is an outcome even if the script's output cannot be read. */
  private JobOutcome withOutput(JobOutcome ending) {
    if (ending instanceof JobOutcome.Failed failed) {
      return new JobOutcome.Failed(failed.reason(), failed.detail(), stderr);
    }
    JobOutcome.Completed done = (JobOutcome.Completed) ending;
    try {
      return new JobOutcome.Completed(done.signalled(), done.code(), stdout.all(), stderr);
    } catch (UncheckedIOException e) {
      LOG.log(Level.ERROR, "the output of " + this + " cannot be read", e);
      return new JobOutcome.Failed(
          FailureReason.OUTPUT_LIMIT, "its output cannot be read: " + e.getMessage(), stderr);
    }
  }

  /**
   * Wait for its outcome.
   *
   * @throws CancellationException if it was cancelled
   */
  public JobOutcome await() throws InterruptedException {
    try {
      return outcome.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("an outcome never fails", e);
    }
  }

  /** It has timed out, and {@link #conclude} must follow. False if it already has an answer. */
  public boolean expire() {
    return !hasEnded && answer.compareAndSet(Answer.RUNNING, Answer.EXPIRED);
  }

  /** If it has timed out, fail it with the error output that it has written so far. */
  public void conclude() {
    synchronized (listenerLock) {
      if (answer.compareAndSet(Answer.EXPIRED, Answer.FAILED)) {
        long millis = request.limits().timeout().toMillis();
        pass(failed(FailureReason.TIMEOUT, "its time of %d ms was over".formatted(millis)));
      }
    }
  }

  /** Its listener gets nothing from now on. False if it already has an answer. */
  public boolean markCancelled() {
    boolean mine =
        answer.compareAndSet(Answer.RUNNING, Answer.CANCELLED)
            || answer.compareAndSet(Answer.EXPIRED, Answer.CANCELLED);
    if (mine) {
      clock.stop();
      outcome.cancel(false);
    }
    return mine;
  }

  /** For people: name, state and age. */
  public String describe() {
    String state = isOpen() ? "open" : answer.get().name().toLowerCase(Locale.ROOT);
    return "%s: %s for %s".formatted(this, state, Seconds.of(age()));
  }

  @Override
  public String toString() {
    return "job %d (%s)".formatted(number, request.name());
  }
}
