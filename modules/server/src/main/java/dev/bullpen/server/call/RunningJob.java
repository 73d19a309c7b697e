package dev.bullpen.server.call;

import dev.bullpen.pool.job.JobHandle;
import dev.bullpen.pool.job.JobIntake;
import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobOutput;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.server.call.CallThreads.CallThread;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A job for whose end a thread waits, and what other threads do to it meanwhile. */
public final class RunningJob implements JobListener {
  private final CallThread thread;
  private final JobOutput output;
  private final JobHandle job;
  private final CompletableFuture<JobOutcome> outcome = new CompletableFuture<>();

  /** Hands nothing in yet. */
  RunningJob(CallThread thread, JobIntake intake, JobRequest request, JobOutput output) {
    this.thread = thread;
    this.output = output;
    this.job = intake.prepare(request, this);
  }

  /**
   * Run it, and wait for its end.
   *
   * @throws java.util.concurrent.CancellationException if it has been cancelled
   */
  public JobOutcome run() {
    return thread.run(job, outcome);
  }

  @Override
  public void events(byte[] bytes) {
    output.events(bytes);
  }

  @Override
  public void note(String name, byte[] bytes) {
    output.note(name, bytes);
  }

  @Override
  public void ended(JobOutcome ended) {
    thread.ended(ended, outcome);
  }

  /** The thread waits for the job in {@link CallThread#hold}, which then ends the job. */
  public void cancel() {
    thread.cancel();
  }

  /** See {@link JobHandle#extend}. */
  public Optional<Duration> extend(Duration again, Duration max) {
    return job.extend(again, max);
  }

  /** While its client is asked, its time stands still and another call may have its place. */
  public void pause() {
    job.pause();
    thread.leavePlace();
  }

  /** End one pause. */
  public void resume() {
    thread.comeBack();
    job.resume();
  }

  /** See {@link JobHandle#put}. */
  public boolean put(String name, byte[] bytes) {
    return job.put(name, bytes);
  }
}
