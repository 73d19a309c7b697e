package dev.bullpen.server.call;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobHandle;
import dev.bullpen.pool.job.JobIntake;
import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A pool that does nothing by itself: a test says which jobs begin, and how they end. */
public final class Intake implements JobIntake {
  private enum State {
    WAITING,
    RUNNING,
    ENDED,
    CANCELLED,
    WITHDRAWN
  }

  /** A job that was handed in. */
  public final class Entry extends StubJob {
    private final JobRequest request;
    private final JobListener listener;
    private State state = State.WAITING;
    private Runnable whenWithdrawn = () -> {};

    private Entry(JobRequest request, JobListener listener) {
      this.request = request;
      this.listener = listener;
    }

    @Override
    public void submit() {
      if (broken) {
        throw new NoClassDefFoundError("as the test wants it");
      }
      entries.add(this);
      if (refusing) {
        fails(FailureReason.BUSY);
      }
    }

    @Override
    public boolean cancel() {
      boolean isOpen = state == State.WAITING || state == State.RUNNING;
      if (isOpen) {
        state = State.CANCELLED;
      }
      return isOpen;
    }

    @Override
    public boolean withdraw() {
      boolean waits = state == State.WAITING;
      if (waits) {
        state = State.WITHDRAWN;
        whenWithdrawn.run();
      }
      return waits;
    }

    /** Runs when it has been taken back, before its caller goes on. */
    public void whenWithdrawn(Runnable action) {
      whenWithdrawn = action;
    }

    public JobRequest request() {
      return request;
    }

    /** A helper takes it. */
    public Entry begins() {
      assertEquals(State.WAITING, state);
      state = State.RUNNING;
      return this;
    }

    /** Its script exits 0. */
    public void says(String stdout) {
      ends(new JobOutcome.Completed(false, 0, bytes(stdout), bytes("")));
    }

    public void exits(int code) {
      ends(new JobOutcome.Completed(false, code, bytes("[\"x\"]"), bytes("")));
    }

    public void fails(FailureReason reason) {
      ends(new JobOutcome.Failed(reason, "detail", bytes("")));
    }

    private void ends(JobOutcome outcome) {
      state = State.ENDED;
      listener.ended(outcome);
    }

    public boolean isCancelled() {
      return state == State.CANCELLED;
    }

    public boolean isWithdrawn() {
      return state == State.WITHDRAWN;
    }
  }

  private final List<Entry> entries = new ArrayList<>();
  private boolean refusing;
  private boolean broken;

  /** Fail whenever a job is handed in, as none should be. */
  public void breaks() {
    broken = true;
  }

  /** Refuse every job from now on, at once, as a pool does that is full. */
  public void refuse() {
    refusing = true;
  }

  @Override
  public JobHandle prepare(JobRequest request, JobListener listener) {
    return new Entry(request, listener);
  }

  /** How many jobs have been handed in. */
  public int count() {
    return entries.size();
  }

  /** The job that was handed in so many others after the first. */
  public Entry get(int index) {
    return entries.get(index);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
