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
 * Somebody who wants a Java program.
 *
 * @param lane in which he waits
 * @param command the source or jar by absolute path, then arguments
 * @param onCancel is told how to say that nobody wants the program any more; see {@link
 *     ProgramSource#with}
 * @param then is given the program
 * @param otherwise is told why there is none
 */
record ProgramRequest(
    Lane lane,
    List<String> command,
    Consumer<Runnable> onCancel,
    Consumer<Program> then,
    Consumer<ProgramFailure> otherwise) {
  private static final Logger LOG = System.getLogger("bullpen.programs");

  /** Of somebody who only wants it to be known. */
  static ProgramRequest ofNobody(String program) {
    return new ProgramRequest(
        Lane.LONG, List.of(program), withdraw -> {}, found -> {}, failure -> {});
  }

  static boolean isSource(String program) {
    return program.endsWith(".java");
  }

  static boolean isJar(String program) {
    return program.endsWith(".jar");
  }

  boolean isSource() {
    return isSource(program());
  }

  String program() {
    return command.get(0);
  }

  Path path() {
    return Path.of(program());
  }

  /** Its name, without the folder. */
  String file() {
    return path().getFileName().toString();
  }

  /** A defect in whoever asks must not keep others from being answered. */
  void answer(ProgramResult result) {
    try {
      if (result instanceof ProgramResult.Ready ready) {
        List<String> argv = new ArrayList<>(command);
        argv.set(0, ready.provider());
        then.accept(new Program(argv, ready.classPath()));
      } else if (result instanceof ProgramResult.Failed failed) {
        otherwise.accept(failed.failure());
      }
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "a defect in starting " + program(), e);
    }
  }
}
