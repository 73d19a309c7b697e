package dev.bullpen.pool.run;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;

/**
 * How long a job may still run. Being extended only moves the end; the timer finds that out when it
 * looks, so it is set as rarely as if nothing had happened.
 */
public final class JobClock {
  /** Runs something quick later. */
  public interface Timer {
    Future<?> after(Duration delay, Runnable task);
  }

  private enum State {
    WAITING,
    RUNNING,
    STOPPED
  }

  private final Timer timer;
  private final LongSupplier nanoTime;

  private final Object time = new Object();
  private State state = State.WAITING;
  private Runnable over = () -> {};
  private volatile int pauses; // read outside the lock
  private long endsAt;
  private long leftNanos;
  private long looksAt;
  private Optional<Future<?>> look = Optional.empty();

  /**
   * @param nanoTime as {@link System#nanoTime}
   */
  public JobClock(Timer timer, LongSupplier nanoTime) {
    this.timer = timer;
    this.nanoTime = nanoTime;
  }

  /**
   * The job has begun.
   *
   * @param over is run once, if the time is over before the clock is stopped
   */
  public void start(Duration timeout, Runnable over) {
    synchronized (time) {
      if (state == State.WAITING) {
        state = State.RUNNING;
        this.over = over;
        setLeft(timeout.toNanos());
      }
    }
  }

  /** Its time begins anew. */
  public void extend(Duration again) {
    synchronized (time) {
      if (state == State.RUNNING) {
        setLeft(again.toNanos());
      }
    }
  }

  /** Time stands still until it has been resumed as often as it was paused. */
  public void pause() {
    synchronized (time) {
      if (pauses == 0) {
        leftNanos = endsAt - nanoTime.getAsLong();
      }
      pauses++;
    }
  }

  /** Whether time stands still. */
  public boolean isPaused() {
    return pauses > 0;
  }

  public void resume() {
    synchronized (time) {
      if (pauses > 0) {
        pauses--;
        if (state == State.RUNNING) {
          setLeft(leftNanos);
        }
      }
    }
  }

  /** The job needs no time any more. */
  void stop() {
    synchronized (time) {
      state = State.STOPPED;
      look.ifPresent(task -> task.cancel(false));
      look = Optional.empty();
    }
  }

  private void setLeft(long nanos) {
    assert Thread.holdsLock(time);
    leftNanos = nanos;
    endsAt = nanoTime.getAsLong() + nanos;
    if (pauses == 0 && (look.isEmpty() || looksAt - endsAt > 0)) {
      look.ifPresent(task -> task.cancel(false));
      lookAtEnd();
    }
  }

  private void lookAtEnd() {
    assert Thread.holdsLock(time);
    looksAt = endsAt;
    look = Optional.of(timer.after(Duration.ofNanos(endsAt - nanoTime.getAsLong()), this::look));
  }

  private void look() {
    synchronized (time) {
      look = Optional.empty();
      if (state != State.RUNNING || pauses > 0) {
        return;
      }
      if (endsAt - nanoTime.getAsLong() > 0) {
        lookAtEnd();
        return;
      }
      state = State.STOPPED;
    }
    over.run();
  }
}
