package dev.bullpen.server.call;

import dev.bullpen.pool.HelperPool;
import dev.bullpen.pool.JobHandle;
import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobRequest;
import java.time.Duration;
import java.util.Optional;

/** The interface to the pool. */
public interface JobIntake {
  /** One job, from before it is handed in until it is over. */
  interface Job {
    void submit();

    /** End it, whatever its state. Its listener gets nothing any more. */
    void cancel();

    /** Take it back if none of it has begun. False if it has begun; then it goes on. */
    boolean withdraw();

    /**
     * Its time begins anew.
     *
     * @param max for how long it may run in all, without pauses
     * @return the time that it has from now on; empty, and nothing has changed, if it does not run
     */
    Optional<Duration> extend(Duration again, Duration max);

    /** Its time stands still until {@link #resume} has been called as often. */
    void pause();

    void resume();

    void put(String name, byte[] bytes);
  }

  /**
   * A job that is not handed in yet. Its script may report something before {@link Job#submit} has
   * returned, and then the listener needs the job.
   */
  Job prepare(JobRequest request, JobListener listener);

  default Job submit(JobRequest request, JobListener listener) {
    Job job = prepare(request, listener);
    job.submit();
    return job;
  }

  static JobIntake of(HelperPool pool) {
    return (request, listener) -> new PooledJob(pool, pool.prepare(request, listener));
  }

  record PooledJob(HelperPool pool, JobHandle handle) implements Job {
    @Override
    public void submit() {
      pool.submit(handle);
    }

    @Override
    public void cancel() {
      pool.cancel(handle);
    }

    @Override
    public boolean withdraw() {
      return pool.withdraw(handle);
    }

    @Override
    public Optional<Duration> extend(Duration again, Duration max) {
      return pool.extend(handle, again, max);
    }

    @Override
    public void pause() {
      pool.pause(handle);
    }

    @Override
    public void resume() {
      pool.resume(handle);
    }

    @Override
    public void put(String name, byte[] bytes) {
      pool.put(handle, name, bytes);
    }
  }
}
