package dev.bullpen.server.program;

import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.pool.job.Lane;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Finds the program that a job for a command runs. */
public interface ProgramSource {
  /**
   * The program of a command: at once if it is a script or known, else when it has been compiled. A
   * thread of a call waits for it without its place.
   *
   * @param lane of the job, and of what has to be done before it
   * @param command its program by absolute path, then its arguments
   * @return completed with a {@link NoProgramException} if there is none. To cancel it withdraws
   *     the request. A compilation ends with the last request that waits for it
   */
  CompletableFuture<Program> find(Lane lane, List<String> command);

  /**
   * Waits for the program, even if this thread is interrupted.
   *
   * @throws NoProgramException if there is none
   */
  static Program program(CompletableFuture<Program> found) throws NoProgramException {
    try {
      return found.join();
    } catch (CompletionException e) {
      throw (NoProgramException) e.getCause();
    }
  }
}
