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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs the compiler as a job, and interprets its end.
 *
 * @param root the project's folder
 */
record Compiler(HelperPool pool, Path root, CompilerCommand command) {
  private static final Logger LOG = System.getLogger("bullpen.programs");

  /** Longer than a compilation takes on any machine. */
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** The name of a class. */
  private static final int OUTPUT_BYTES = 64 * 1024;

  /** Twenty errors fit many times over. */
  private static final int STDERR_BYTES = 1024 * 1024;

  private static final int STDERR_TAIL_BYTES = 64 * 1024;

  sealed interface Outcome {
    record Compiled(String provider) implements Outcome {}

    /**
     * @param lasts whether another run of the same source would fail, too
     */
    record Failed(ProgramFailure failure, boolean lasts) implements Outcome {}
  }

  /**
   * Start a run.
   *
   * @param folder holds the copy of the source that is compiled, and takes the classes
   * @param then gets the outcome once, on any thread, unless the job is cancelled
   */
  JobHandle start(ProgramVersion version, ClassFolder folder, Lane lane, Consumer<Outcome> then) {
    Path source = folder.source(version.file());
    List<String> words = command.words(source, folder.classes(), version.jars());
    JobRequest request =
        new JobRequest(
            "compile " + version.file(),
            lane,
            new JobRequest.Script(JobRequest.Program.script(words), root, command.environment()),
            new JobRequest.Limits(
                OUTPUT_BYTES, STDERR_BYTES, STDERR_TAIL_BYTES, TIMEOUT, Duration.ZERO),
            Optional.empty());
    return pool.submit(request, outcome -> then.accept(outcome(version, folder, outcome)));
  }

  private Outcome outcome(ProgramVersion version, ClassFolder folder, JobOutcome outcome) {
    Path source = version.program();
    String file = version.file();
    if (outcome instanceof JobOutcome.Failed failed) {
      LOG.log(Level.WARNING, "{0} could not be compiled: {1}", source, failed.detail());
      return new Outcome.Failed(ProgramFailure.of(file, failed.reason()), false);
    }
    JobOutcome.Completed completed = (JobOutcome.Completed) outcome;
    String stderr = new String(completed.stderr(), StandardCharsets.UTF_8).strip();
    String provider = new String(completed.stdout(), StandardCharsets.UTF_8).strip();
    Complaint complaint = Complaint.of(file, stderr, given(version, folder));
    if (completed.isSuccess() && ClassFolder.isClassName(provider)) {
      return new Outcome.Compiled(provider);
    } else if (hasExited(completed, CompilerCommand.REFUSED) && complaint.isOne()) {
      LOG.log(Level.WARNING, "{0}", complaint.located(source));
      return new Outcome.Failed(ProgramFailure.notCompiled(complaint), true);
    } else if (hasExited(completed, CompilerCommand.NO_COMPILER)) {
      LOG.log(Level.WARNING, "{0} is not compiled: {1}", source, stderr);
      return new Outcome.Failed(ProgramFailure.noCompiler(file), true);
    }
    String how = completed.ending();
    LOG.log(Level.ERROR, "{0} could not be compiled, {1}: {2}", source, how, stderr);
    String sentence = "the compiler failed with %s on %s".formatted(how, file);
    return new Outcome.Failed(ProgramFailure.unusable(sentence), false);
  }

  private static boolean hasExited(JobOutcome.Completed completed, int code) {
    return !completed.signalled() && completed.code() == code;
  }

  /** What a complaint may name by its path. */
  private List<String> given(ProgramVersion version, ClassFolder folder) {
    List<Path> given = new ArrayList<>();
    given.add(folder.source(version.file()));
    given.add(folder.classes());
    given.add(command.api());
    given.addAll(version.jars());
    return given.stream().map(Path::toString).toList();
  }

  /**
   * What the compiler has said against a source.
   *
   * @param file the source's name, with which each complaint begins
   * @param text {@code FILE:LINE: MESSAGE}, the line and a mark below it, again and again; no paths
   */
  record Complaint(String file, String text) {
    /** The compiler's last line, if it keeps some to itself. */
    private static final Pattern REST = Pattern.compile(": and (at least |)([0-9]+) more errors");

    /**
     * Without the paths of what the compiler was given: it names jars it cannot read.
     *
     * @param given folders and jars
     */
    static Complaint of(String file, String said, List<String> given) {
      String text = said;
      for (String path : given) {
        text = text.replace(path, Path.of(path).getFileName().toString());
      }
      return new Complaint(file, text);
    }

    /** Whether it is a complaint at all, and not a JVM that failed to start. */
    boolean isOne() {
      return text.startsWith(file + ":");
    }

    /** Whether a line is wrong; else something is missing from the whole, such as a provider. */
    boolean isOfALine() {
      return first().matches("[0-9]+: .*");
    }

    /**
     * The first message, and how many more there are: {@code x.java does not compile: line 3: …},
     * or {@code x.java: no class in it is …}.
     */
    String sentence() {
      return (isOfALine() ? "%s does not compile: line %s%s" : "%s: %s%s")
          .formatted(file, first(), more());
    }

    private String first() {
      return text.lines().findFirst().orElse("").substring(file.length() + 1).strip();
    }

    /** The first message as an editor understands it: {@code /folder/x.java:3: …}. */
    String located(Path source) {
      String first = text.lines().findFirst().orElse("").substring(file.length());
      return source + first + more();
    }

    private String more() {
      List<String> all = text.lines().filter(line -> line.startsWith(file + ":")).toList();
      int others = all.size() - 1;
      Matcher rest = REST.matcher(all.get(others).substring(file.length()));
      if (rest.matches()) {
        others += Integer.parseInt(rest.group(2)) - 1;
        return " (and %s%d more)".formatted(rest.group(1), others);
      }
      return others == 0 ? "" : " (and %d more)".formatted(others);
    }
  }
}
