package dev.bullpen.helper;

import dev.bullpen.helper.folder.DeskFolder;
import dev.bullpen.helper.folder.JobFolder;
import dev.bullpen.helper.job.JobRun;
import dev.bullpen.helper.job.Workplace;
import dev.bullpen.helper.log.HelperLog;
import dev.bullpen.helper.output.OutputPipes;
import dev.bullpen.helper.provider.ProviderRehearsal;
import dev.bullpen.posix.PosixException;
import dev.bullpen.wire.Desk;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameWriter;
import dev.bullpen.wire.OwnClasses;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is done before a client waits for it: a script that does nothing is run before the helper
 * says hello, and providers that the supervisor expects are loaded in the first quiet moment.
 */
final class Rehearsal {
  private static final int ANY_LIMIT = 1024;

  /** A client that starts a server mostly asks for something at once. */
  static final Duration QUIET = Duration.ofMillis(500);

  /** What every job meets, and every end. */
  private static final Set<String> MODULES =
      Set.of("dev.bullpen.helper", "dev.bullpen.posix", "dev.bullpen.wire");

  private final Workplace workplace;
  private final Deque<Frame.Expect> expected = new ArrayDeque<>();
  private long usedAt = System.nanoTime();

  /**
   * @param workplace whose events no job waits for while there is a rehearsal
   */
  Rehearsal(Workplace workplace) {
    this.workplace = workplace;
  }

  /** Before the hello; for a class archive with all that later jobs may need. */
  void begin() throws IOException {
    run(script());
    if (OwnClasses.areRecorded()) {
      run(provider());
      OwnClasses.load(MODULES);
    }
  }

  /** There may soon be a job about this provider. */
  void expect(Frame.Expect provider) {
    expected.add(provider);
  }

  /** Whether no provider is left to be loaded. */
  boolean isOver() {
    return expected.isEmpty();
  }

  /** How long there is to be no job before the next provider is loaded. */
  Duration patience() {
    return Duration.ofNanos(Math.max(0, usedAt + QUIET.toNanos() - System.nanoTime()));
  }

  /** There is a job, or one has ended. */
  void used() {
    usedAt = System.nanoTime();
  }

  /** Load the next provider. */
  void advance() {
    workplace.load(expected.remove());
  }

  private void run(Frame.Job job) throws IOException {
    FrameWriter nowhere = new FrameWriter(OutputStream.nullOutputStream());
    JobRun run;
    try {
      run = JobRun.start(job, workplace, OutputPipes.open(), nowhere);
    } catch (PosixException e) {
      HelperLog.warn(
          "the first job will be slower, for none could be rehearsed: " + e.getMessage());
      return;
    }
    while (!run.isOver()) {
      workplace.events().await(run.patience());
      run.advance();
    }
  }

  private static Frame.Job provider() {
    return job(
        List.of(ProviderRehearsal.PROVIDER),
        List.of(ProviderRehearsal.place()),
        ProviderRehearsal.ENVIRONMENT,
        Optional.empty());
  }

  private Frame.Job script() {
    return workplace.folders().desk().map(this::withDesk).orElseGet(Rehearsal::plain);
  }

  private static Frame.Job plain() {
    return script("echo", "", Optional.empty());
  }

  private Frame.Job withDesk(DeskFolder desk) {
    Desk all = new Desk(Map.of("file", new byte[1]), List.of("ask"), List.of("file"));
    return script(
        "echo; echo >\"$EVENTS\"; [ -z \"$TMPDIR\" ] || echo >\"$TMPDIR/file\"",
        "EVENTS="
            + desk.path(Desk.EVENTS)
            + "\0TMPDIR="
            + workplace.folders().temporary().map(JobFolder::path).map(Path::toString).orElse("")
            + "\0",
        Optional.of(all));
  }

  private static Frame.Job script(String script, String environment, Optional<Desk> desk) {
    return job(List.of("/bin/sh", "-c", script), List.of(), environment, desk);
  }

  private static Frame.Job job(
      List<String> argv, List<String> classPath, String environment, Optional<Desk> desk) {
    return new Frame.Job(
        0,
        argv,
        classPath,
        "/",
        environment.getBytes(StandardCharsets.UTF_8),
        ANY_LIMIT,
        ANY_LIMIT,
        ANY_LIMIT,
        desk);
  }
}
