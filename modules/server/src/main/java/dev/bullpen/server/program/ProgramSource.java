package dev.bullpen.server.program;

import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.pool.job.Lane;
import java.util.List;
import java.util.function.Consumer;

/** Who knows which program a job for a command runs. */
public interface ProgramSource {
  /**
   * The program of a command.
   *
   * @param lane of the job, and of what has to be done before it
   * @param command its program by absolute path, then its arguments
   * @param onCancel is given, before the program, what to run if nobody wants it any more: its
   *     compilation then ends with the last who waits for it. Not told anything where nobody has to
   *     wait. After that either of the others may still be told something
   * @param then is given it, perhaps on the calling thread
   * @param otherwise is told why there is none; one of both is called, once
   */
  void with(
      Lane lane,
      List<String> command,
      Consumer<Runnable> onCancel,
      Consumer<Program> then,
      Consumer<ProgramFailure> otherwise);
}
