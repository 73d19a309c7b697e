package dev.bullpen.server.call;

import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.server.program.ProgramSource;
import dev.bullpen.server.thread.DaemonThreads;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Threads for calls that need a job. A call has one thread from its first job to its answer, and
 * only so many calls have a place, and a thread, at a time. The others wait in the order in which
 * they came, without a thread. What only waits, for a client or for a compilation, leaves its place
 * to another call meanwhile.
 *
 * <p>A thread holds no helper between two jobs, so calls that need several jobs each never wait for
 * each other in a circle, however few helpers and places there are.
 */
public final class CallThreads implements AutoCloseable {
  /** As many as jobs that wait for a helper. */
  static final int MOST_WAITING = 10_000;

  /** Threads that wait without a place. One more keeps its place, so that threads stay few. */
  static final int MOST_ASIDE = 256;

  /** The next job is ready when a helper becomes free. */
  private static final int PLACES_PER_HELPER = 2;

  private static final Runnable NOTHING = () -> {};

  /** What is done on a thread. */
  public interface Work {
    /**
     * @throws JsonRpcException if the call is to be answered with that error
     * @throws CancellationException if the call has been cancelled
     */
    void on(CallThread thread) throws JsonRpcException;
  }

  /** Something that may wait for a disk. */
  public interface Reading<T> {
    T read() throws JsonRpcException;
  }

  private final Object placesLock = new Object();

  private final String name;
  private final int places;
  private final ExecutorService threads;

  // All guarded by the lock, as the states of threads are.
  private final Set<CallThread> waiting = new LinkedHashSet<>();
  private int taken;
  private int aside;

  /** Completed when the one that was started last has handed in its first job, or will not soon. */
  private CompletableFuture<Void> before = CompletableFuture.completedFuture(null);

  /**
   * @param name of each thread
   * @param helpers that may work for these calls at a time
   */
  public CallThreads(String name, int helpers) {
    this.name = name;
    this.threads = DaemonThreads.many(name);
    this.places = PLACES_PER_HELPER * helpers;
  }

  /**
   * Serve a call on a thread, now or when there is a place. A cancel of the call ends what its
   * thread waits for.
   *
   * @throws JsonRpcException if too many calls wait already
   * @throws NoThreadException if there is no thread to be had
   */
  public void serve(Call call, Work work) throws JsonRpcException {
    CallThread thread = new CallThread(own -> call.serve(() -> work.on(own)));
    call.onCancel(thread::cancel); // before it can ask its client anything
    if (!thread.start()) {
      call.troubled(
          Trouble.of(FailureReason.BUSY.word(), MOST_WAITING + " calls wait for a place already"));
      throw new JsonRpcException(
          new JsonRpcError(
              ErrorCode.RATE_LIMITED,
              "Too many calls wait already; call again in a moment",
              JobReason.of(FailureReason.BUSY)));
    }
  }

  /** A thread for work of more than one call; not started yet. */
  public CallThread thread(Consumer<CallThread> work) {
    return new CallThread(work);
  }

  /** The place of one call, or of one run for several, and what its thread waits for. */
  public final class CallThread {
    private enum State {
      NEW,
      WAITING,
      RUNNING,
      OVER
    }

    private final Consumer<CallThread> work;
    private final Aftermath cancelled = new Aftermath();

    /** Completed when the next one may hand in its first job. */
    private final CompletableFuture<Void> handedIn = new CompletableFuture<>();

    private CompletableFuture<Void> mayHandIn = handedIn;

    /** Completed when what has been made of the outcome that came last is an answer. */
    private volatile CompletableFuture<Void> used = new CompletableFuture<>();

    // Guarded by the lock.
    private State state = State.NEW;
    private int waits;
    private boolean isAside;

    private CallThread(Consumer<CallThread> work) {
      this.work = work;
    }

    /**
     * Start, now or when there is a place; not at all if it has been cancelled before.
     *
     * @return false if too many wait already
     * @throws NoThreadException if there is no thread to be had
     */
    public boolean start() {
      synchronized (placesLock) {
        if (state != State.NEW) {
          return true;
        }
        if (taken >= places || !waiting.isEmpty()) {
          state = State.WAITING;
          return waiting.size() < MOST_WAITING && waiting.add(this);
        }
        begin(this);
      }
      try {
        threads.execute(() -> serveFirst(this));
      } catch (RejectedExecutionException closed) {
        // The server is ending, and every call with it.
      } catch (NoThreadException e) {
        end(this);
        throw e;
      }
      return true;
    }

    /** End what it waits for, and what it would wait for after that; nothing starts any more. */
    public void cancel() {
      withdraw();
      cancelled.happened();
    }

    /** Take it back; false if it has begun. */
    public boolean withdraw() {
      synchronized (placesLock) {
        boolean isNew = state == State.NEW || state == State.WAITING;
        if (isNew) {
          waiting.remove(this);
          state = State.OVER;
        }
        return isNew;
      }
    }

    /**
     * Wait for something without the place.
     *
     * @param end ends what is waited for, in case of a cancel
     * @throws CancellationException if the work has been cancelled
     */
    public <T> T await(CompletableFuture<T> what, Runnable end) {
      if (what.isDone()) {
        return what.join();
      }
      leavePlace();
      try {
        return hold(what, end);
      } finally {
        comeBack();
      }
    }

    /** The same with the place. */
    private <T> T hold(CompletableFuture<T> what, Runnable end) {
      cancelled.then(
          () -> {
            end.run();
            what.cancel(false);
          });
      T value = what.join();
      cancelled.then(NOTHING);
      return value;
    }

    /**
     * The program of a command. Waits, without the place, while it is compiled.
     *
     * @throws NoProgramException if there is none
     */
    public Program program(ProgramSource programs, Lane lane, List<String> command)
        throws NoProgramException {
      CompletableFuture<Program> found = new CompletableFuture<>();
      CompletableFuture<Runnable> withdrawal = new CompletableFuture<>();
      programs.with(
          lane,
          command,
          withdrawal::complete,
          found::complete,
          failure -> found.completeExceptionally(new NoProgramException(failure)));
      try {
        return await(found, () -> withdrawal.thenAccept(Runnable::run));
      } catch (CompletionException e) {
        throw (NoProgramException) e.getCause();
      }
    }

    /**
     * Run a job, and wait for its end.
     *
     * @throws CancellationException if the work has been cancelled
     */
    public JobOutcome run(JobIntake intake, JobRequest request) {
      CompletableFuture<JobOutcome> ended = new CompletableFuture<>();
      return run(ended, () -> intake.begin(request, outcome -> ended(outcome, ended)));
    }

    /**
     * A job has ended whose outcome this waits for. Does not return before a large one has been
     * used, so that large answers are made one after the other.
     *
     * @param wait what this waits for
     */
    public void ended(JobOutcome outcome, CompletableFuture<JobOutcome> wait) {
      CompletableFuture<Void> isUsed = new CompletableFuture<>();
      used = isUsed;
      if (wait.complete(outcome) && bytes(outcome) > AnswerRoom.LARGE_BYTES) {
        isUsed.join();
      }
    }

    /**
     * The same for a job that is handed in here.
     *
     * @param ended completed by {@link #ended}
     * @param begin hands in the job; what it returns cancels it
     */
    public JobOutcome run(CompletableFuture<JobOutcome> ended, Supplier<Runnable> begin) {
      if (cancelled.hasHappened()) {
        throw new CancellationException();
      }
      used.complete(null);
      mayHandIn.join(); // first jobs keep the order of their calls
      Runnable cancel = begin.get();
      handedIn.complete(null);
      return hold(ended, cancel);
    }

    /**
     * Do something that may wait for a disk, without the place.
     *
     * @throws JsonRpcException what {@code reading} has thrown
     */
    public <T> T aside(Reading<T> reading) throws JsonRpcException {
      leavePlace();
      try {
        return reading.read();
      } finally {
        comeBack();
      }
    }

    /** Another call may have the place, until {@link #comeBack} has been called as often. */
    public void leavePlace() {
      handedIn.complete(null); // others do not wait for what it waits for
      used.complete(null);
      synchronized (placesLock) {
        waits++;
        if (waits > 1 || state != State.RUNNING || aside >= MOST_ASIDE) {
          return;
        }
        isAside = true;
        aside++;
        taken--;
        if (waiting.isEmpty()) {
          return;
        }
      }
      try {
        threads.execute(CallThreads.this::serveWaiting);
      } catch (RejectedExecutionException closed) {
        // The server is ending.
      } catch (NoThreadException e) {
        // Those that wait are served when this thread is done.
      }
    }

    /** The wait is over. It does not wait for a place again: it is about to end. */
    public void comeBack() {
      synchronized (placesLock) {
        waits--;
        if (waits == 0 && isAside) {
          isAside = false;
          aside--;
          taken++;
        }
      }
    }
  }

  private static int bytes(JobOutcome outcome) {
    return outcome instanceof JobOutcome.Completed completed
        ? completed.stdout().length
        : ((JobOutcome.Failed) outcome).stdout().length;
  }

  private void begin(CallThread thread) {
    assert Thread.holdsLock(placesLock);
    thread.state = CallThread.State.RUNNING;
    thread.mayHandIn = before;
    before = thread.handedIn;
    taken++;
  }

  private void end(CallThread thread) {
    thread.handedIn.complete(null);
    thread.used.complete(null);
    synchronized (placesLock) {
      thread.state = CallThread.State.OVER;
      if (thread.isAside) {
        thread.isAside = false;
        aside--;
      } else {
        taken--;
      }
    }
  }

  /** On a thread of its own: this one, and then those that wait. */
  private void serveFirst(CallThread first) {
    work(first);
    serveWaiting();
  }

  private void serveWaiting() {
    for (Optional<CallThread> next = next(); next.isPresent(); next = next()) {
      work(next.get());
    }
  }

  private Optional<CallThread> next() {
    synchronized (placesLock) {
      if (taken >= places || waiting.isEmpty()) {
        return Optional.empty();
      }
      Iterator<CallThread> oldest = waiting.iterator();
      CallThread next = oldest.next();
      oldest.remove();
      begin(next);
      return Optional.of(next);
    }
  }

  private void work(CallThread thread) {
    try {
      thread.work.accept(thread);
    } catch (CancellationException e) {
      // It has been cancelled, and no call waits for it.
    } catch (RuntimeException | Error e) {
      Mishap.of("serving a call", e);
    } finally {
      end(thread);
    }
  }

  /** For people: how many calls are served, and how many wait. */
  public String describe() {
    synchronized (placesLock) {
      return "%ss: %d with a place, %d that only wait, %d waiting for a place"
          .formatted(name, taken, aside, waiting.size());
    }
  }

  /** Calls whose thread waits end with the cancel of each, not here. */
  @Override
  public void close() {
    threads.shutdown();
  }
}
