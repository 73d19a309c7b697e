package dev.bullpen.server.completion;

import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobHandle;
import dev.bullpen.pool.job.JobIntake;
import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.client.Client;
import dev.bullpen.wire.Safeguard;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * Runs no completion script without need. A fresh answer is repeated if the registration allows
 * that. A request that equals one in flight waits for the same run. A run that has not begun when a
 * newer value of the same field arrives never begins.
 */
public final class CompletionRuns {
  private static final byte[] NO_STDERR = new byte[0];

  private final JobIntake intake;
  private final CompletionCache cache;

  /** The runs in flight: mostly one for a field, and no field without any. Guards itself. */
  private final Map<CompletionQuery.Field, List<SharedRun>> inFlight = new HashMap<>();

  public CompletionRuns(JobIntake intake, CompletionCache cache) {
    this.intake = intake;
    this.cache = cache;
  }

  public void forget() {
    cache.clear();
  }

  long epoch() {
    return cache.epoch();
  }

  /**
   * Have a request answered. A request that was cancelled while its program was compiled starts
   * nothing.
   *
   * @param job what is run for it, unless a run is not needed
   */
  void answer(CompletionQuery query, JobRequest job) {
    if (!query.call().isOpen()) {
      return;
    }
    if (query.key().isFirstPage() && !supersede(query)) {
      query.superseded();
      return;
    }
    Optional<byte[]> kept = cache.find(query.key());
    if (kept.isPresent()) {
      query
          .result(new JobOutcome.Completed(false, 0, kept.get(), NO_STDERR))
          .ifPresent(query::answer);
      return;
    }
    SharedRun own = new SharedRun(query);
    SharedRun shared = enter(own);
    if (shared == own) {
      begin(own, job);
    }
    query.call().replaceOnCancel(() -> shared.leave(query));
  }

  /** If it cannot begin, the requests that have joined it meanwhile get the same answer. */
  private void begin(SharedRun own, JobRequest job) {
    try {
      Call call = own.query.call();
      own.begun(intake.submit(job.ownedBy(call.client().jobs(call.number())), own));
    } catch (RuntimeException | Error e) {
      own.ended(new JobOutcome.Failed(FailureReason.NOT_STARTED, e.toString(), NO_STDERR));
    }
  }

  /** End runs that wait for older values; false if there is a newer one already. */
  private boolean supersede(CompletionQuery query) {
    List<SharedRun> others;
    synchronized (inFlight) {
      List<SharedRun> runs = inFlight.get(query.field());
      if (runs == null) {
        return true;
      }
      others = List.copyOf(runs);
    }
    for (SharedRun other : others) {
      if (!other.giveWayTo(query)) {
        return false;
      }
    }
    return true;
  }

  /** The run that a request waits for: one in flight that it has joined, or its own. */
  private SharedRun enter(SharedRun own) {
    synchronized (inFlight) {
      List<SharedRun> runs =
          inFlight.computeIfAbsent(own.query.field(), field -> new ArrayList<>(1));
      for (SharedRun other : runs) {
        if (other.join(own.query)) {
          return other;
        }
      }
      runs.add(own);
      return own;
    }
  }

  private void over(SharedRun run) {
    synchronized (inFlight) {
      List<SharedRun> runs = inFlight.get(run.query.field());
      if (runs != null && runs.remove(run) && runs.isEmpty()) {
        inFlight.remove(run.query.field());
      }
    }
  }

  /** For tests: for how many fields requests wait. */
  int fields() {
    synchronized (inFlight) {
      return inFlight.size();
    }
  }

  /**
   * One run of a completion script and the requests that wait for it, at least one until it is
   * over. It is over when its job has ended, when the last request has been cancelled, or when it
   * has been superseded before it began. Code that empties the list answers its requests.
   */
  private final class SharedRun implements JobListener {
    private final CompletionQuery query;

    // Guarded by waiting.
    private final List<CompletionQuery> waiting = new ArrayList<>(1);
    private long newest;
    private Optional<JobHandle> job = Optional.empty();

    /** It is being withdrawn, so a request that joined now would be answered as superseded. */
    private boolean closed;

    SharedRun(CompletionQuery first) {
      this.query = first;
      this.newest = first.order();
      this.waiting.add(first);
    }

    void begun(JobHandle handedIn) {
      synchronized (waiting) {
        job = Optional.of(handedIn);
      }
    }

    /**
     * Wait for it, too. False if it is over, answers something else, may take another time, or must
     * not begin before its client reads.
     */
    boolean join(CompletionQuery same) {
      if (!query.key().equals(same.key())
          || !query.timeout().equals(same.timeout())
          || query.call().client().isFull()) {
        return false;
      }
      synchronized (waiting) {
        if (waiting.isEmpty() || closed) {
          return false;
        }
        newest = Math.max(newest, same.order());
        return waiting.add(same);
      }
    }

    /** A request is cancelled. With the last one, the job is cancelled. */
    void leave(CompletionQuery cancelled) {
      Optional<JobHandle> ended = Optional.empty();
      synchronized (waiting) {
        if (waiting.size() == 1 && waiting.contains(cancelled)) {
          ended = job;
        }
        if (Safeguard.TAKE_ONCE.on()) {
          waiting.remove(cancelled);
        }
      }
      if (ended.isPresent()) {
        over(this);
        ended.get().cancel();
      }
    }

    /**
     * Another value of the field is asked for: if this is for an older one and has not begun, it
     * never will. A run for which another client waits, too, goes on.
     *
     * @return false if this is for a newer value itself
     */
    boolean giveWayTo(CompletionQuery other) {
      Optional<JobHandle> handedIn;
      synchronized (waiting) {
        if (waiting.isEmpty() || !competesWith(other)) {
          return true;
        }
        if (newest > other.order()) {
          return false;
        }
        if (closed) {
          return true; // another thread is about to withdraw it
        }
        handedIn = job;
        closed = true;
      }
      if (handedIn.isPresent() && handedIn.get().withdraw()) {
        over(this);
        empty().forEach(CompletionQuery::superseded);
      } else {
        synchronized (waiting) {
          closed = false;
        }
      }
      return true;
    }

    /** Whether it is for another value of the same field, and only the same client waits for it. */
    private boolean competesWith(CompletionQuery other) {
      assert Thread.holdsLock(waiting);
      Client client = other.call().client();
      return query.key().isFirstPage()
          && !query.key().argsHash().equals(other.key().argsHash())
          && waiting.stream().allMatch(each -> each.call().client() == client);
    }

    @Override
    public void ended(JobOutcome outcome) {
      over(this);
      for (CompletionQuery each : empty()) {
        Optional<ObjectNode> result = each.result(outcome);
        if (result.isPresent()) {
          cache.keep(query.key(), ((JobOutcome.Completed) outcome).stdout());
          each.answer(result.get());
        }
      }
    }

    private List<CompletionQuery> empty() {
      synchronized (waiting) {
        List<CompletionQuery> all = List.copyOf(waiting);
        waiting.clear();
        return all;
      }
    }
  }
}
