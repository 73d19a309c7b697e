package dev.bullpen.server.call;

import dev.bullpen.pool.HelperPool;
import dev.bullpen.pool.JobHandle;
import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.server.call.CallThreads.CallThread;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A job for whose end a thread waits, and what others do to it meanwhile. */
public final class RunningJob {
  private final HelperPool pool;
  private final CallThread thread;

  /** Its script may report something before the job has been handed in altogether. */
  private final EarlyTasks<JobHandle> handle = new EarlyTasks<>();

  public RunningJob(HelperPool pool, CallThread thread) {
    this.pool = pool;
    this.thread = thread;
  }

  /**
   * Run it, and wait for its end.
   *
   * @param ended completed by the listener, by {@link CallThread#ended}
   * @throws java.util.concurrent.CancellationException if it has been cancelled
   */
  public JobOutcome run(
      JobRequest request, JobListener listener, CompletableFuture<JobOutcome> ended) {
    return thread.run(
        ended,
        () -> {
          JobHandle submitted = pool.submit(request, listener);
          handle.begin(submitted);
          return () -> pool.cancel(submitted);
        });
  }

  /** End the script and all it started; its listener hears nothing more. */
  public void cancel() {
    thread.cancel();
  }

  /** Its time begins anew. */
  public void extend(Duration again) {
    handle.with(job -> pool.extend(job, again));
  }

  /** Its time stands still while its client is asked, and its place is another call's. */
  public void pause() {
    handle.with(pool::pause);
    thread.leavePlace();
  }

  /** The end of one pause. */
  public void resume() {
    thread.comeBack();
    handle.with(pool::resume);
  }

  /** Give its script a file. */
  public void put(String name, byte[] bytes) {
    handle.with(job -> pool.put(job, name, bytes));
  }
}
