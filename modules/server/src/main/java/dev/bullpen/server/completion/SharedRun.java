package dev.bullpen.server.completion;

import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.server.call.JobIntake;
import dev.bullpen.wire.Safeguard;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One run of a completion script and the requests that wait for it, at least one until it is over.
 * It is over when its job has ended, when the last request has been cancelled, or when it has been
 * superseded before it began; whoever empties the list says so to those who were on it.
 */
final class SharedRun implements JobListener {
  private final CompletionRuns runs;
  private final CompletionQuery query;

  // Guarded by waiting.
  private final List<CompletionRun> waiting = new ArrayList<>(1);
  private long newest;
  private Optional<JobIntake.Receipt> receipt = Optional.empty();

  /** It is being withdrawn: who joined it now would be told that he has typed on. */
  private boolean closed;

  SharedRun(CompletionRuns runs, CompletionQuery query, CompletionRun first) {
    this.runs = runs;
    this.query = query;
    this.newest = query.order();
    this.waiting.add(first);
  }

  CompletionQuery query() {
    return query;
  }

  /** Its job has been handed in. */
  void begun(JobIntake.Receipt handedIn) {
    synchronized (waiting) {
      receipt = Optional.of(handedIn);
    }
  }

  /**
   * Wait for it too. Not if it is over, or answers something else, or may take another time: nobody
   * is to wait for longer than he asked for, or for less.
   */
  boolean join(CompletionQuery same, CompletionRun run) {
    if (!query.key().equals(same.key()) || !query.timeout().equals(same.timeout())) {
      return false;
    }
    synchronized (waiting) {
      if (waiting.isEmpty() || closed) {
        return false;
      }
      newest = Math.max(newest, same.order());
      return waiting.add(run);
    }
  }

  /** A request is cancelled; with the last one goes the job. */
  void leave(CompletionRun run) {
    Optional<JobIntake.Receipt> ended = Optional.empty();
    synchronized (waiting) {
      if (waiting.size() == 1 && waiting.contains(run)) {
        ended = receipt;
      }
      if (Safeguard.TAKE_ONCE.on()) {
        waiting.remove(run);
      }
    }
    if (ended.isPresent()) {
      runs.over(this);
      ended.get().cancel();
    }
  }

  /** Whether it is for another value of the same field, and that matters. */
  boolean competesWith(CompletionQuery other) {
    return query.key().isFirstPage() && !query.key().argsHash().equals(other.key().argsHash());
  }

  /** Whether somebody has asked for it after {@code other}. */
  boolean isNewerThan(CompletionQuery other) {
    synchronized (waiting) {
      return !waiting.isEmpty() && newest > other.order();
    }
  }

  /** There is a newer value: if this has not begun, it never will. */
  void supersede() {
    Optional<JobIntake.Receipt> handedIn;
    synchronized (waiting) {
      handedIn = receipt;
      closed = true;
    }
    if (handedIn.isPresent() && handedIn.get().withdraw()) {
      runs.over(this);
      for (CompletionRun run : empty()) {
        run.superseded();
      }
    } else {
      synchronized (waiting) {
        closed = false;
      }
    }
  }

  @Override
  public void ended(JobOutcome outcome) {
    runs.over(this);
    for (CompletionRun run : empty()) {
      run.ended(outcome, stdout -> runs.keep(query.key(), stdout));
    }
  }

  private List<CompletionRun> empty() {
    synchronized (waiting) {
      List<CompletionRun> all = List.copyOf(waiting);
      waiting.clear();
      return all;
    }
  }
}
