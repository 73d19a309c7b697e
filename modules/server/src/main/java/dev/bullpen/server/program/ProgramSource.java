package dev.bullpen.server.program;

import dev.bullpen.pool.JobRequest.Program;
import java.util.List;
import java.util.function.Consumer;

/** Who knows which program a job for a command runs. */
public interface ProgramSource {
  /**
   * The program of a command.
   *
   * @param command its program by absolute path, then its arguments
   * @param then is given it, perhaps on the calling thread
   * @param otherwise is told why there is none; one of both is called, once
   */
  void with(List<String> command, Consumer<Program> then, Consumer<ProgramFailure> otherwise);
}
