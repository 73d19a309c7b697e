package dev.bullpen.server.completion;

import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.server.call.JobIntake;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sees to it that no completion script is run without need. What it said a moment ago is said again
 * where its registration allows that; a request that equals one in flight waits for the same run;
 * and a run that has not begun when a newer value of the same field is asked for never begins.
 */
public final class CompletionRuns {
  private static final byte[] NO_STDERR = new byte[0];

  private final JobIntake intake;
  private final CompletionCache cache;

  /** Those in flight; mostly one for a field, and no field without any. Guards itself. */
  private final Map<CompletionField, List<SharedRun>> inFlight = new HashMap<>();

  public CompletionRuns(JobIntake intake, CompletionCache cache) {
    this.intake = intake;
    this.cache = cache;
  }

  /** The project has changed. */
  public void forget() {
    cache.clear();
  }

  /** See {@link CompletionCache#epoch}. */
  long epoch() {
    return cache.epoch();
  }

  /**
   * See to it that a request is answered; one that has been cancelled, while its program was
   * compiled, starts nothing.
   *
   * @param run is told the outcome, perhaps before this returns
   */
  void answer(CompletionQuery query, CompletionRun run) {
    if (!run.isOpen()) {
      return;
    }
    if (query.key().isFirstPage() && !supersede(query)) {
      run.superseded();
      return;
    }
    Optional<byte[]> kept = cache.find(query.key());
    if (kept.isPresent()) {
      run.ended(new JobOutcome.Completed(false, 0, kept.get(), NO_STDERR), stdout -> {});
      return;
    }
    SharedRun own = new SharedRun(this, query, run);
    SharedRun shared = enter(own, run);
    if (shared == own) {
      begin(own);
    }
    run.onCancel(() -> shared.leave(run));
  }

  /** Whoever has joined it meanwhile is told, too, that it could not begin. */
  private void begin(SharedRun own) {
    try {
      own.begun(intake.submit(own.query().job(), own));
    } catch (RuntimeException e) {
      own.ended(
          new JobOutcome.Failed(FailureReason.NOT_STARTED, e.toString(), new byte[0], NO_STDERR));
    }
  }

  /** End what waits for older values; false if there is a newer one already. */
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
      if (other.competesWith(query)) {
        if (other.isNewerThan(query)) {
          return false;
        }
        other.supersede();
      }
    }
    return true;
  }

  /** The run that a request waits for: one in flight that it has joined, or its own. */
  private SharedRun enter(SharedRun own, CompletionRun run) {
    synchronized (inFlight) {
      List<SharedRun> runs =
          inFlight.computeIfAbsent(own.query().field(), field -> new ArrayList<>(1));
      for (SharedRun other : runs) {
        if (other.join(own.query(), run)) {
          return other;
        }
      }
      runs.add(own);
      return own;
    }
  }

  /** A run is over. */
  void over(SharedRun run) {
    synchronized (inFlight) {
      List<SharedRun> runs = inFlight.get(run.query().field());
      if (runs != null && runs.remove(run) && runs.isEmpty()) {
        inFlight.remove(run.query().field());
      }
    }
  }

  /** What a script has said is a completion. */
  void keep(CompletionKey key, byte[] stdout) {
    cache.keep(key, stdout);
  }

  /** For tests: how many fields somebody waits for. */
  int fields() {
    synchronized (inFlight) {
      return inFlight.size();
    }
  }
}
