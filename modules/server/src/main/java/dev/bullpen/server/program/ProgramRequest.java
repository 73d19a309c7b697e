package dev.bullpen.server.program;

import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.pool.job.Lane;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A request for a Java program; for the parameters see {@link ProgramSource#with}.
 *
 * @param lane in which it waits
 * @param command the source or jar by absolute path, then arguments
 */
record ProgramRequest(
    Lane lane,
    List<String> command,
    Consumer<Runnable> onCancel,
    Consumer<Program> then,
    Consumer<ProgramFailure> otherwise) {
  private static final Logger LOG = System.getLogger("bullpen.programs");

  /** What came of it. */
  sealed interface Result {
    /**
     * @param provider the class to run
     * @param classPath folders and jars, absolute
     */
    record Ready(String provider, List<String> classPath) implements Result {}

    record Failed(ProgramFailure failure) implements Result {}

    static Result unusable(String sentence) {
      return new Failed(ProgramFailure.unusable(sentence));
    }
  }

  static boolean isSource(String program) {
    return program.endsWith(".java");
  }

  static boolean isJar(String program) {
    return program.endsWith(".jar");
  }

  String program() {
    return command.get(0);
  }

  /** Its name, without the folder. */
  String file() {
    return Path.of(program()).getFileName().toString();
  }

  /** An exception of this caller must not keep others from being answered. */
  void answer(Result result) {
    try {
      if (result instanceof Result.Ready ready) {
        List<String> argv = new ArrayList<>(command);
        argv.set(0, ready.provider());
        then.accept(new Program(argv, ready.classPath()));
      } else if (result instanceof Result.Failed failed) {
        otherwise.accept(failed.failure());
      }
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "a defect in starting " + program(), e);
    }
  }
}
