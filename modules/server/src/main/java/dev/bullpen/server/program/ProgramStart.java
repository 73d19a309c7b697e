package dev.bullpen.server.program;

import dev.bullpen.pool.HelperPool;
import dev.bullpen.pool.JobHandle;
import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** A job whose program may have to be compiled first, and which may be cancelled before that. */
public final class ProgramStart {
  private final HelperPool pool;
  private final CompletableFuture<Runnable> withdrawal = new CompletableFuture<>();
  private final CompletableFuture<JobHandle> job = new CompletableFuture<>();
  private volatile boolean cancelled;

  private ProgramStart(HelperPool pool) {
    this.pool = pool;
  }

  /**
   * Have it run.
   *
   * @param lane that of the job
   * @param request makes the job of the program
   * @param otherwise is told why there is no program, instead of the listener
   * @return cancels it; afterwards nobody is told anything
   */
  public static Runnable of(
      HelperPool pool,
      Programs programs,
      Lane lane,
      List<String> command,
      Function<JobRequest.Program, JobRequest> request,
      JobListener listener,
      Consumer<ProgramFailure> otherwise) {
    ProgramStart start = new ProgramStart(pool);
    programs.with(
        lane,
        command,
        start.withdrawal::complete,
        program -> start.submit(program, request, listener),
        failure -> {
          if (!start.cancelled) {
            otherwise.accept(failure);
          }
        });
    return start::cancel;
  }

  private void submit(
      JobRequest.Program program,
      Function<JobRequest.Program, JobRequest> request,
      JobListener listener) {
    if (!cancelled) {
      job.complete(pool.submit(request.apply(program), listener));
    }
  }

  private void cancel() {
    cancelled = true;
    withdrawal.thenAccept(Runnable::run);
    job.thenAccept(pool::cancel);
  }
}
