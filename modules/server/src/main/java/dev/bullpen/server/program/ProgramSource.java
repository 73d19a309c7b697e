package dev.bullpen.server.program;

import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.pool.job.Lane;
import java.util.List;
import java.util.function.Consumer;

/** Finds the program that a job for a command runs. */
public interface ProgramSource {
  /**
   * The program of a command.
   *
   * @param lane of the job, and of what has to be done before it
   * @param command its program by absolute path, then its arguments
   * @param onCancel if there is something to wait for, gets a task that withdraws the request. A
   *     compilation ends with the last request that waits for it. Either of the others may still be
   *     called afterwards
   * @param then gets the program, perhaps on the calling thread
   * @param otherwise gets the reason if there is none; one of both is called, once
   */
  void with(
      Lane lane,
      List<String> command,
      Consumer<Runnable> onCancel,
      Consumer<Program> then,
      Consumer<ProgramFailure> otherwise);
}
