package dev.bullpen.pool.run;

import dev.bullpen.pool.thread.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;

/**
 * A job's remaining time. Extending it only moves the end. The timer notices that when it fires, so
 * extending sets no new timer.
 */
public final class JobClock {
  /** Runs a short task later. */
  public interface Timer {
    Future<?> after(Duration delay, Runnable task);
  }

  private enum State {
    WAITING,
    RUNNING,
    STOPPED
  }

  private final Timer timer;
  private final Ticker ticker;

  private final Object time = new Object();
  private State state = State.WAITING;
  private Runnable over = () -> {};
  private volatile int pauses; // read outside the lock
  private long startedAt;
  private long pausedAt;
  private long pausedNanos;
  private long endsAt;
  private long leftNanos;
  private long checksAt;
  private Optional<Future<?>> check = Optional.empty();

  public JobClock(Timer timer, Ticker ticker) {
    this.timer = timer;
    this.ticker = ticker;
  }

  /**
   * Start the clock.
   *
   * @param over run once, if the time is over before the clock is stopped
   */
  public void start(Duration timeout, Runnable over) {
    synchronized (time) {
      if (state == State.WAITING) {
        state = State.RUNNING;
        this.over = over;
        startedAt = ticker.nanoTime();
        pausedAt = startedAt;
        setLeft(timeout.toNanos());
      }
    }
  }

  /**
   * Restart its time.
   *
   * @param again the time that it has from now on, unless that is more than it may run in all
   * @param max for how long it may run in all, without pauses
   * @return the time that it has from now on; empty, and nothing has changed, if it does not run
   */
  public Optional<Duration> extend(Duration again, Duration max) {
    synchronized (time) {
      if (state != State.RUNNING) {
        return Optional.empty();
      }
      long now = pauses > 0 ? pausedAt : ticker.nanoTime();
      long ranNanos = now - startedAt - pausedNanos;
      setLeft(Math.max(0, Math.min(again.toNanos(), max.toNanos() - ranNanos)));
      return Optional.of(Duration.ofNanos(leftNanos));
    }
  }

  /** Stop its time until it has been resumed as often as it was paused. */
  public void pause() {
    synchronized (time) {
      if (pauses == 0) {
        pausedAt = ticker.nanoTime();
        leftNanos = endsAt - pausedAt;
      }
      pauses++;
    }
  }

  /** Whether its time is stopped. */
  public boolean isPaused() {
    return pauses > 0;
  }

  public void resume() {
    synchronized (time) {
      if (pauses > 0) {
        pauses--;
        if (state == State.RUNNING) {
          pausedNanos += pauses == 0 ? ticker.nanoTime() - pausedAt : 0;
          setLeft(leftNanos);
        }
      }
    }
  }

  /** Stop the clock for good. */
  void stop() {
    synchronized (time) {
      state = State.STOPPED;
      check.ifPresent(task -> task.cancel(false));
      check = Optional.empty();
    }
  }

  private void setLeft(long nanos) {
    assert Thread.holdsLock(time);
    leftNanos = nanos;
    endsAt = ticker.nanoTime() + nanos;
    if (pauses == 0 && (check.isEmpty() || checksAt - endsAt > 0)) {
      check.ifPresent(task -> task.cancel(false));
      checkAtEnd();
    }
  }

  private void checkAtEnd() {
    assert Thread.holdsLock(time);
    checksAt = endsAt;
    check = Optional.of(timer.after(Duration.ofNanos(endsAt - ticker.nanoTime()), this::check));
  }

  private void check() {
    synchronized (time) {
      check = Optional.empty();
      if (state != State.RUNNING || pauses > 0) {
        return;
      }
      if (endsAt - ticker.nanoTime() > 0) {
        checkAtEnd();
        return;
      }
      state = State.STOPPED;
    }
    over.run();
  }
}
