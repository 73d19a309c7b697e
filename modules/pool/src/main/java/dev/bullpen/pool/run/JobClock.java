package dev.bullpen.pool.run;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;

/** How long a job may still run. */
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
  private Optional<Future<?>> alarm = Optional.empty();

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
      cancelAlarm();
    }
  }

  private void setLeft(long nanos) {
    assert Thread.holdsLock(time);
    leftNanos = nanos;
    endsAt = nanoTime.getAsLong() + nanos;
    cancelAlarm();
    if (pauses == 0) {
      alarm = Optional.of(timer.after(Duration.ofNanos(nanos), this::expire));
    }
  }

  private void cancelAlarm() {
    alarm.ifPresent(task -> task.cancel(false));
    alarm = Optional.empty();
  }

  /** Nothing happens if it was extended, paused or stopped while the alarm rang. */
  private void expire() {
    synchronized (time) {
      if (state != State.RUNNING || pauses > 0 || endsAt - nanoTime.getAsLong() > 0) {
        return;
      }
      state = State.STOPPED;
    }
    over.run();
  }
}
