package dev.bullpen.server.program;

import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/** A job whose program may have to be compiled first, and which may be cancelled before that. */
public final class ProgramStart {
  private final BiFunction<JobRequest, JobListener, Runnable> intake;
  private final CompletableFuture<Runnable> withdrawal = new CompletableFuture<>();
  private final CompletableFuture<Runnable> job = new CompletableFuture<>();
  private volatile boolean cancelled;

  private ProgramStart(BiFunction<JobRequest, JobListener, Runnable> intake) {
    this.intake = intake;
  }

  /**
   * Have it run.
   *
   * @param intake takes jobs; what it returns cancels one
   * @param lane that of the job
   * @param request makes the job of the program
   * @param otherwise is told why there is no program, instead of the listener
   * @return cancels it; afterwards neither of the listeners is called
   */
  public static Runnable of(
      BiFunction<JobRequest, JobListener, Runnable> intake,
      ProgramSource programs,
      Lane lane,
      List<String> command,
      Function<JobRequest.Program, JobRequest> request,
      JobListener listener,
      Consumer<ProgramFailure> otherwise) {
    ProgramStart start = new ProgramStart(intake);
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
      job.complete(intake.apply(request.apply(program), listener));
    }
  }

  private void cancel() {
    cancelled = true;
    withdrawal.thenAccept(Runnable::run);
    job.thenAccept(Runnable::run);
  }
}
