package dev.bullpen.pool;

import dev.bullpen.pool.job.Backpressure;
import dev.bullpen.pool.job.JobOwner;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A client that is full when a test says so, and makes large outcomes when the test runs them. */
public final class TestClient implements Backpressure {
  private final BlockingQueue<Runnable> large = new LinkedBlockingQueue<>();
  private volatile boolean full;

  /** It has room. */
  public TestClient() {}

  public JobOwner owner() {
    return owner(JobOwner.LOCAL);
  }

  public JobOwner owner(String principal) {
    return new JobOwner(principal, this);
  }

  public void full(boolean isFull) {
    full = isFull;
  }

  /** Waits for a large outcome that is to be made. */
  Runnable nextLarge() throws InterruptedException {
    Runnable next = large.poll(TestPool.LONG_ENOUGH.toSeconds(), TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("no large outcome");
    }
    return next;
  }

  @Override
  public boolean isFull() {
    return full;
  }

  @Override
  public void whenRoom(Runnable outcome) {
    large.add(outcome);
  }
}
