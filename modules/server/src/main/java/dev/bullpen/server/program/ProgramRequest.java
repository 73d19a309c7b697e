package dev.bullpen.server.program;

import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.pool.job.Lane;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A request for a Java program.
 *
 * @param lane in which it waits
 * @param command the source or jar by absolute path, then arguments
 * @param found what came of it; see {@link ProgramSource#find}
 */
record ProgramRequest(Lane lane, List<String> command, CompletableFuture<Program> found) {
  sealed interface Result {
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

  String file() {
    return Path.of(program()).getFileName().toString();
  }

  void answer(Result result) {
    if (result instanceof Result.Ready ready) {
      List<String> argv = new ArrayList<>(command);
      argv.set(0, ready.provider());
      found.complete(new Program(argv, ready.classPath()));
    } else if (result instanceof Result.Failed failed) {
      found.completeExceptionally(new NoProgramException(failed.failure()));
    }
  }
}
