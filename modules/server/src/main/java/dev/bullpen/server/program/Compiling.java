package dev.bullpen.server.program;

import dev.bullpen.pool.HelperPool;
import dev.bullpen.pool.JobHandle;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One run of the compiler, a job like any other, and what is made of its end.
 *
 * @param source the author's file, for the log
 * @param libraries real paths of what it may use
 * @param folder holds the copy that is compiled, and takes the classes
 * @param lane of whoever waits for it: who is typing must not wait behind long jobs
 */
record Compiling(
    CompilerCommand command,
    Path source,
    List<Path> libraries,
    ClassFolder folder,
    Path root,
    Lane lane) {
  private static final Logger LOG = System.getLogger("bullpen.programs");

  /** A compiler that has not ended after so long, on whatever machine, does not end. */
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** The name of a class. */
  private static final int OUTPUT_BYTES = 64 * 1024;

  /** Twenty errors fit many times over. */
  private static final int STDERR_BYTES = 1024 * 1024;

  private static final int STDERR_TAIL_BYTES = 64 * 1024;

  /** What came of it; the name of the provider's class if it is compiled. */
  sealed interface Outcome {
    record Compiled(String provider) implements Outcome {}

    record Failed(ProgramFailure failure, boolean lasts) implements Outcome {}
  }

  /**
   * Have it run; {@code then} is told what came of it, once, on any thread, unless the job that is
   * returned is cancelled.
   */
  JobHandle start(HelperPool pool, Consumer<Outcome> then) {
    return pool.submit(request(), outcome -> then.accept(outcome(outcome)));
  }

  private String file() {
    return source.getFileName().toString();
  }

  private JobRequest request() {
    List<String> words = command.words(folder.source(file()), folder.classes(), libraries);
    return new JobRequest(
        "compile " + file(),
        lane,
        new JobRequest.Script(JobRequest.Program.script(words), root, command.environment()),
        new JobRequest.Limits(
            OUTPUT_BYTES, STDERR_BYTES, STDERR_TAIL_BYTES, TIMEOUT, Duration.ZERO),
        Optional.empty());
  }

  private Outcome outcome(JobOutcome outcome) {
    if (outcome instanceof JobOutcome.Failed failed) {
      LOG.log(Level.WARNING, "{0} could not be compiled: {1}", source, failed.detail());
      return new Outcome.Failed(ProgramFailure.of(file(), failed.reason()), false);
    }
    JobOutcome.Completed completed = (JobOutcome.Completed) outcome;
    String said = new String(completed.stderr(), StandardCharsets.UTF_8).strip();
    String provider = new String(completed.stdout(), StandardCharsets.UTF_8).strip();
    Complaint complaint = Complaint.of(file(), said, given());
    if (completed.isSuccess() && ClassFolder.isClassName(provider)) {
      return new Outcome.Compiled(provider);
    } else if (ended(completed, CompilerCommand.REFUSED) && complaint.isOne()) {
      LOG.log(Level.WARNING, "{0}", complaint.located(source));
      return new Outcome.Failed(ProgramFailure.notCompiled(complaint), true);
    } else if (ended(completed, CompilerCommand.NO_COMPILER)) {
      LOG.log(Level.WARNING, "{0} is not compiled: {1}", source, said);
      return new Outcome.Failed(ProgramFailure.noCompiler(file()), true);
    }
    String how = completed.ending();
    LOG.log(Level.ERROR, "{0} could not be compiled, {1}: {2}", source, how, said);
    return new Outcome.Failed(
        ProgramFailure.unusable("the compiler failed with %s on %s".formatted(how, file())), false);
  }

  private static boolean ended(JobOutcome.Completed completed, int code) {
    return !completed.signalled() && completed.code() == code;
  }

  /** What a complaint may name by its path. */
  private List<String> given() {
    List<String> given = new ArrayList<>();
    given.add(folder.source(file()).toString());
    given.add(folder.classes().toString());
    given.add(command.api().toString());
    libraries.forEach(library -> given.add(library.toString()));
    return given;
  }
}
