package dev.bullpen.server.call;

import dev.bullpen.pool.HelperPool;
import dev.bullpen.pool.JobHandle;
import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobRequest;

/** Where jobs are handed in: the pool. */
public interface JobIntake {
  /** To have a job back. */
  interface Receipt {
    /** End it, in whatever state it is; its listener is not told anything any more. */
    void cancel();

    /** Take it back if nothing of it has begun; false if something has, and it goes on. */
    boolean withdraw();
  }

  Receipt submit(JobRequest request, JobListener listener);

  /** The same; what is returned cancels it. */
  default Runnable begin(JobRequest request, JobListener listener) {
    return submit(request, listener)::cancel;
  }

  static JobIntake of(HelperPool pool) {
    return (request, listener) -> new PoolReceipt(pool, pool.submit(request, listener));
  }

  /** Of a job in the pool. */
  record PoolReceipt(HelperPool pool, JobHandle job) implements Receipt {
    @Override
    public void cancel() {
      pool.cancel(job);
    }

    @Override
    public boolean withdraw() {
      return pool.withdraw(job);
    }
  }
}
