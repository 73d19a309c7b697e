package dev.bullpen.server.call;

import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobHandle;
import dev.bullpen.pool.job.JobIntake;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobOutput;
import dev.bullpen.pool.job.JobOwner;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.pool.job.Shares;
import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.client.LargeAnswers;
import dev.bullpen.server.client.Principal;
import dev.bullpen.server.program.NoProgramException;
import dev.bullpen.server.program.ProgramSource;
import dev.bullpen.server.thread.DaemonThreads;
import dev.bullpen.server.thread.Timers.Later;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;

/**
 * Threads for calls that need a job. A call has one thread from its first job to its answer. Only
 * so many calls have a place, and with it a thread, at a time. The others wait without a thread:
 * those of one principal in their order of arrival, and the principal with the fewest places first.
 * A call that only waits, for a client or for a compilation, leaves its place to another meanwhile.
 * So many may do that at most; one more is refused. Calls of a client that does not read get no
 * place.
 *
 * <p>A thread holds no helper between two jobs. So calls that need several jobs each never wait for
 * each other in a circle, however few helpers and places there are.
 */
public final class CallThreads implements AutoCloseable {
  /** As many as jobs that wait for a helper. */
  public static final int MOST_WAITING = 10_000;

  /** How many threads may wait without a place, so that threads stay few. */
  static final int MOST_ASIDE = 256;

  /** So that the next job is ready when a helper becomes free. */
  private static final int PLACES_PER_HELPER = 2;

  /**
   * While calls wait, free places are checked for at this interval. A client that stops reading
   * leaves its places without any event, and a thread may have been refused.
   */
  private static final Duration AGAIN = Duration.ofMillis(500);

  private static final Runnable NOTHING = () -> {};

  private static final JobOutput NO_OUTPUT = new JobOutput() {};

  /** Work for a thread. */
  public interface Work {
    /**
     * @throws JsonRpcException if the call is to be answered with that error
     * @throws CancellationException if the call has been cancelled
     */
    void on(CallThread thread) throws JsonRpcException;
  }

  /** Something that only waits. */
  public interface Waiting<T> {
    T await() throws JsonRpcException;
  }

  private final Object placesLock = new Object();

  private final String name;
  private final int places;
  private final int mostOfOne;
  private final ExecutorService threads;
  private final Later later;

  // All guarded by the lock, as the states of threads are.
  private final Map<Principal, Set<CallThread>> waiting = new LinkedHashMap<>();
  private final Shares waitingShares;
  private final Shares aside = new Shares(MOST_ASIDE);
  private final Map<Principal, Integer> takenByPrincipal = new HashMap<>();

  /** Those that have a place. */
  private final Set<CallThread> running = new HashSet<>();

  private boolean isRetryScheduled;

  /**
   * Completed when the last thread that was started has handed in its first job, or will not soon.
   */
  private CompletableFuture<Void> before = CompletableFuture.completedFuture(null);

  /**
   * Threads for calls that share the helpers.
   *
   * @param name of each thread
   * @param helpers that may work for these calls at a time
   * @param later runs a quick task after a time
   */
  public CallThreads(String name, int helpers, Later later) {
    this(name, PLACES_PER_HELPER * helpers, Integer.MAX_VALUE, later);
  }

  /**
   * The same for calls that name what they wait for, such as a host. Once calls for one host have
   * as many places as they may, more calls for it delay only each other.
   *
   * @param mostOfOne of the places that calls of the same key may have
   */
  public CallThreads(String name, int places, int mostOfOne, Later later) {
    this(name, places, mostOfOne, MOST_WAITING, later, DaemonThreads.many(name));
  }

  /** The same with other threads, and another number of calls that may wait, for tests. */
  CallThreads(
      String name,
      int places,
      int mostOfOne,
      int mostWaiting,
      Later later,
      ExecutorService threads) {
    this.waitingShares = new Shares(mostWaiting);
    this.name = name;
    this.later = later;
    this.threads = threads;
    this.places = places;
    this.mostOfOne = mostOfOne;
  }

  /**
   * Serve a call on a thread, now or when there is a place. A cancel of the call ends what its
   * thread waits for.
   *
   * @throws JsonRpcException if too many calls wait already
   * @throws NoThreadException if the system has no thread left
   */
  public void serve(Call call, Work work) throws JsonRpcException {
    serve(call, Optional.empty(), work);
  }

  /** The same for a call with a key. */
  public void serve(Call call, Optional<String> key, Work work) throws JsonRpcException {
    CallThread thread =
        new CallThread(Optional.of(call), key, own -> call.serve(() -> unlessCancelled(work, own)));
    call.replaceOnCancel(thread::cancel); // before it can ask its client anything
    if (!thread.start()) {
      call.troubled(
          Trouble.of(FailureReason.BUSY.word(), "too many calls wait for a place already"));
      throw busy();
    }
  }

  /** The error for a call if too many wait already. */
  public static JsonRpcException busy() {
    return new JsonRpcException(
        new JsonRpcError(
            ErrorCode.RATE_LIMITED,
            "Too many calls wait already; call again in a moment",
            Trouble.data(FailureReason.BUSY.word())));
  }

  private static void unlessCancelled(Work work, CallThread thread) throws JsonRpcException {
    try {
      work.on(thread);
    } catch (CancellationException e) {
      if (!thread.cancelled.hasHappened()) {
        throw e; // a defect, as the call is still open
      }
    }
  }

  /** A thread for work of this server itself, not started yet. */
  public CallThread thread(Optional<String> key, Consumer<CallThread> work) {
    return new CallThread(Optional.empty(), key, work);
  }

  /** The place of one call, or of one run for several, and what its thread waits for. */
  public final class CallThread {
    private enum State {
      NEW,
      WAITING,
      RUNNING,
      OVER
    }

    private final Optional<Client> client;
    private final Optional<JobOwner> jobs;
    private final Principal principal;
    private final Optional<String> key;
    private final Consumer<CallThread> work;
    private final long since = System.nanoTime();
    private final Aftermath cancelled = new Aftermath();

    /** Completed when the next thread may hand in its first job. */
    private final CompletableFuture<Void> handedIn = new CompletableFuture<>();

    private CompletableFuture<Void> mayHandIn = handedIn;

    /** Completed when the last outcome has been made an answer. */
    private volatile CompletableFuture<Void> used = new CompletableFuture<>();

    // Guarded by the lock.
    private State state = State.NEW;
    private int pauses;
    private boolean isAside;

    private CallThread(Optional<Call> call, Optional<String> key, Consumer<CallThread> work) {
      this.client = call.map(Call::client);
      this.jobs = call.map(one -> one.client().jobs(one.number()));
      this.principal = client.map(Client::principal).orElse(Principal.SERVER);
      this.key = key;
      this.work = work;
    }

    /** How long ago it was created. */
    public Duration age() {
      return Duration.ofNanos(System.nanoTime() - since);
    }

    /**
     * Start, now or when there is a place; not at all if it was cancelled before.
     *
     * @return false if too many wait already
     * @throws NoThreadException if the system has no thread left
     */
    public boolean start() {
      boolean waits;
      synchronized (placesLock) {
        if (state != State.NEW) {
          return true;
        }
        waits = taken() >= places || !mayBegin(this, fullKeys()) || oldest().isPresent();
        if (waits) {
          if (!enqueue(this)) {
            state = State.OVER;
            return false;
          }
          state = State.WAITING;
        } else {
          begin(this);
        }
      }
      if (waits) {
        serveMore(); // also if there was no thread for earlier ones
        return true;
      }
      try {
        threads.execute(() -> serveFirst(this));
      } catch (RuntimeException | Error e) {
        end(this);
        serveMore(); // others may wait for this one's place
        throw e;
      }
      return true;
    }

    /** End what it waits for now and later. Nothing is started any more. */
    public void cancel() {
      withdraw();
      cancelled.happened();
    }

    /** Take it back; false if it has begun. */
    public boolean withdraw() {
      synchronized (placesLock) {
        boolean isNew = state == State.NEW || state == State.WAITING;
        if (isNew) {
          dequeue(this);
          state = State.OVER;
        }
        return isNew;
      }
    }

    /**
     * Wait for something that this server does itself, without the place unless too many wait so.
     *
     * @throws CancellationException if the work has been cancelled
     */
    public <T> T await(CompletableFuture<T> what) {
      if (what.isDone() || !leave(false)) {
        return hold(what, NOTHING);
      }
      try {
        return hold(what, NOTHING);
      } finally {
        comeBack();
      }
    }

    /**
     * Wait for something, and keep the place if this has one.
     *
     * @param end ends what is waited for, on a cancel
     * @throws CancellationException if the work has been cancelled
     */
    public <T> T hold(CompletableFuture<T> what, Runnable end) {
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
     * Wait for a program, without the place while it is compiled.
     *
     * @param found see {@link dev.bullpen.server.program.ProgramSource}
     * @throws NoProgramException if there is none
     */
    public Program program(CompletableFuture<Program> found) throws NoProgramException {
      if (!found.isDone()) {
        try {
          aside(() -> hold(found, NOTHING));
        } catch (JsonRpcException tooMany) {
          found.cancel(false);
          throw NoProgramException.busy();
        } catch (CompletionException e) {
          // There is none: thrown below.
        }
      }
      return ProgramSource.program(found);
    }

    /**
     * Run a job, and wait for its end.
     *
     * @throws CancellationException if the work has been cancelled
     */
    public JobOutcome run(JobIntake intake, JobRequest request) {
      return job(intake, request, NO_OUTPUT).run();
    }

    /**
     * A job that other threads may cancel, extend, pause or answer while this thread waits for its
     * end.
     *
     * @param output gets what its script reports
     */
    public RunningJob job(JobIntake intake, JobRequest request, JobOutput output) {
      JobRequest owned = jobs.map(request::ownedBy).orElse(request);
      return new RunningJob(this, intake, owned, output);
    }

    /** Whether the client that waits for this has much to read already. */
    public boolean isClientFull() {
      return client.filter(Client::isFull).isPresent();
    }

    /**
     * Wait until no other large answer is being made and the client reads. No other is made then
     * until this call is over, runs a job, or waits without its place.
     *
     * @throws CancellationException if the work has been cancelled
     */
    public void awaitTurn(LargeAnswers answers) {
      used.complete(null); // one turn at a time
      CompletableFuture<Void> isUsed = new CompletableFuture<>();
      used = isUsed;
      hold(answers.turn(client, isUsed), NOTHING);
    }

    /**
     * The job that this waits for has ended. If its outcome is large, this returns only when that
     * has been used, so that large answers are made one after the other.
     *
     * @param wait what this waits for
     */
    void ended(JobOutcome outcome, CompletableFuture<JobOutcome> wait) {
      CompletableFuture<Void> isUsed = new CompletableFuture<>();
      used = isUsed;
      if (wait.complete(outcome) && isLarge(outcome)) {
        isUsed.join();
      }
    }

    /**
     * Hand in a job, and wait for its end.
     *
     * @param ended completed by {@link #ended}
     */
    JobOutcome run(JobHandle job, CompletableFuture<JobOutcome> ended) {
      used.complete(null);
      if (!mayHandIn.isDone()) {
        hold(mayHandIn.copy(), NOTHING); // first jobs keep the order of their calls
      }
      if (cancelled.hasHappened()) {
        throw new CancellationException();
      }
      job.submit();
      handedIn.complete(null);
      return hold(ended, job::cancel);
    }

    /**
     * Wait without the place for something that may take long.
     *
     * @throws JsonRpcException if too many wait so already, or what {@code wait} has thrown
     */
    public <T> T aside(Waiting<T> wait) throws JsonRpcException {
      if (!leave(false)) {
        throw busy();
      }
      try {
        return wait.await();
      } finally {
        comeBack();
      }
    }

    /**
     * Another call may have the place, until {@link #comeBack} has been called as often. For work
     * that holds a helper, so that at most as many do so as there are helpers.
     */
    public void leavePlace() {
      leave(true);
    }

    /**
     * Leave the place.
     *
     * @param anyway even if as many as may have left theirs
     * @return false if too many have, and nothing has changed
     */
    private boolean leave(boolean anyway) {
      handedIn.complete(null); // others need not wait for this wait
      used.complete(null);
      synchronized (placesLock) {
        if (pauses == 0 && state == State.RUNNING) {
          if (!anyway && !aside.hasRoom(principal.name())) {
            return false;
          }
          isAside = true;
          aside.add(principal.name());
          running.remove(this);
        }
        pauses++;
      }
      serveMore();
      return true;
    }

    /** The wait is over. It does not wait for a place again, because it is about to end. */
    public void comeBack() {
      synchronized (placesLock) {
        pauses--;
        if (pauses == 0 && isAside) {
          endAside(this);
          running.add(this);
        }
      }
    }
  }

  /** A failure never is: the pool's timer reports some, and it waits for nothing. */
  private static boolean isLarge(JobOutcome outcome) {
    return outcome instanceof JobOutcome.Completed completed
        && completed.stdout().length > LargeAnswers.LARGE_BYTES;
  }

  /** False if too many wait already, and this principal has as many as it may. */
  private boolean enqueue(CallThread thread) {
    assert Thread.holdsLock(placesLock);
    if (!waitingShares.hasRoom(thread.principal.name())) {
      return false;
    }
    waitingShares.add(thread.principal.name());
    waiting.computeIfAbsent(thread.principal, first -> new LinkedHashSet<>()).add(thread);
    return true;
  }

  private void dequeue(CallThread thread) {
    assert Thread.holdsLock(placesLock);
    waiting.computeIfPresent(
        thread.principal,
        (same, own) -> {
          if (own.remove(thread)) {
            waitingShares.remove(same.name());
          }
          return own.isEmpty() ? null : own;
        });
  }

  private void begin(CallThread thread) {
    assert Thread.holdsLock(placesLock);
    takenByPrincipal.merge(thread.principal, 1, Integer::sum);
    thread.state = CallThread.State.RUNNING;
    thread.mayHandIn = before;
    before = thread.handedIn;
    running.add(thread);
  }

  /**
   * How many have a place. No job of a client that does not read begins, so its calls do not count,
   * up to a limit: calls of other clients do not wait for it.
   */
  private long taken() {
    assert Thread.holdsLock(placesLock);
    long heldUp = running.stream().filter(CallThread::isClientFull).count();
    return running.size() - Math.min(heldUp, MOST_ASIDE);
  }

  /** The keys for which as many calls as may have a place, without calls of full clients. */
  private Set<String> fullKeys() {
    assert Thread.holdsLock(placesLock);
    Map<String, Integer> taken = new HashMap<>();
    running.stream()
        .filter(thread -> !thread.isClientFull())
        .flatMap(thread -> thread.key.stream())
        .forEach(key -> taken.merge(key, 1, Integer::sum));
    taken.values().removeIf(count -> count < mostOfOne);
    return taken.keySet();
  }

  /** Whether it may have a place, if there is one. A call of a full client would only hold it. */
  private static boolean mayBegin(CallThread thread, Set<String> fullKeys) {
    return !thread.isClientFull() && thread.key.filter(fullKeys::contains).isEmpty();
  }

  /** The call that has waited longest and may begin, of the principal with the fewest places. */
  private Optional<CallThread> oldest() {
    assert Thread.holdsLock(placesLock);
    if (taken() >= places) {
      return Optional.empty();
    }
    Set<String> fullKeys = fullKeys();
    return waiting.values().stream()
        .flatMap(own -> own.stream().filter(thread -> mayBegin(thread, fullKeys)).limit(1))
        .min(Comparator.comparingInt(thread -> takenByPrincipal.getOrDefault(thread.principal, 0)));
  }

  private void end(CallThread thread) {
    thread.handedIn.complete(null);
    thread.used.complete(null);
    synchronized (placesLock) {
      thread.state = CallThread.State.OVER;
      if (thread.isAside) {
        endAside(thread);
      } else {
        running.remove(thread);
      }
      takenByPrincipal.computeIfPresent(thread.principal, (same, now) -> now == 1 ? null : now - 1);
    }
  }

  private void endAside(CallThread thread) {
    assert Thread.holdsLock(placesLock);
    thread.isAside = false;
    aside.remove(thread.principal.name());
  }

  /** A client that had not read reads again, so its calls may have places. */
  public void roomAgain() {
    serveMore();
  }

  /** On a new thread: serve this one, and then those that wait. */
  private void serveFirst(CallThread first) {
    try {
      work(first);
    } finally {
      serveWaiting();
    }
  }

  private void serveWaiting() {
    try {
      for (Optional<CallThread> next = next(); next.isPresent(); next = next()) {
        work(next.get());
      }
    } catch (RuntimeException | Error e) {
      serveMore(); // on another thread
      throw e;
    }
  }

  /** Start a thread for those that wait, if there is a place: now, or when the system has one. */
  private void serveMore() {
    retryLater();
    synchronized (placesLock) {
      if (oldest().isEmpty()) {
        return;
      }
    }
    try {
      threads.execute(this::serveWaiting);
    } catch (NoThreadException e) {
      // Tried again by retryLater.
    }
  }

  /** Call {@link #serveMore} at intervals, as long as calls wait. */
  private void retryLater() {
    synchronized (placesLock) {
      if (isRetryScheduled || waiting.isEmpty()) {
        return;
      }
      isRetryScheduled = true;
    }
    later.after(
        AGAIN,
        () -> {
          synchronized (placesLock) {
            isRetryScheduled = false;
          }
          serveMore();
        });
  }

  private Optional<CallThread> next() {
    synchronized (placesLock) {
      Optional<CallThread> next = oldest();
      if (next.isPresent()) {
        dequeue(next.get());
        begin(next.get());
      }
      return next;
    }
  }

  private void work(CallThread thread) {
    try {
      serveMore(); // several places may be free
      thread.work.accept(thread);
    } catch (CancellationException e) {
      // It has been cancelled, and no call waits for it.
    } catch (RuntimeException | Error e) {
      Mishap.of("serving a call", e);
    } finally {
      end(thread);
    }
  }

  public String describe() {
    synchronized (placesLock) {
      return "%ss: %d with a place, %d that only wait, %d waiting for a place"
          .formatted(name, running.size(), aside.all(), waitingShares.all());
    }
  }

  /** Ends no call whose thread waits; the cancel of each call does that. */
  @Override
  public void close() {
    threads.shutdown();
  }
}
