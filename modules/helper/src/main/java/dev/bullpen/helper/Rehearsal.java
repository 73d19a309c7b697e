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
import dev.bullpen.wire.FrameReader;
import dev.bullpen.wire.FrameWriter;
import dev.bullpen.wire.OwnClasses;
import java.io.ByteArrayInputStream;
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
 * Runs jobs that do nothing before the real ones, so that their code is loaded and warm when
 * somebody waits: a script before the helper says hello, and in its quiet moments the script once
 * more, then jobs with a desk and, once the supervisor expects one, providers.
 */
final class Rehearsal {
  private static final int ANY_LIMIT = 1024;

  /** Who starts a server mostly asks for something at once. */
  private static final Duration QUIET = Duration.ofMillis(500);

  /** Everything is loaded by the first; after 100 calls the JVM compiles a method of the JDK. */
  private static final int PROVIDERS = 250;

  /** As many again, for the supervisor's rehearsals are shared by all helpers. */
  private static final int DESKS = 120;

  /** {@code off}: nothing is run beyond what is before the hello, and what is expected. */
  private static final String SWITCH = "BULLPEN_REHEARSAL";

  private static final byte[] NOTHING = {};

  /** What tools want with the desk, where nothing is long. */
  private static final Desk BLANKS =
      new Desk(
          List.of(new Desk.File("error", NOTHING), new Desk.File("resources", NOTHING)),
          List.of(),
          List.of("error", "resources"));

  /** What every job meets, and every end. */
  private static final Set<String> MODULES =
      Set.of("dev.bullpen.helper", "dev.bullpen.posix", "dev.bullpen.wire");

  private final Workplace workplace;
  private final Deque<Frame.Expect> expected = new ArrayDeque<>();
  private int desks;
  private int rehearsed;
  private boolean isAwaited;
  private long usedAt = System.nanoTime();

  /**
   * @param workplace whose events nobody waits for while there is a rehearsal
   * @param environment the helper's
   */
  Rehearsal(Workplace workplace, Map<String, String> environment) {
    this.workplace = workplace;
    boolean wanted =
        workplace.folders().desk().isPresent() && !"off".equals(environment.get(SWITCH));
    this.desks = wanted ? DESKS : 0;
  }

  /** Before the hello; for an archive's sake with all that is for quiet moments otherwise. */
  void begin() throws IOException {
    run(script());
    if (OwnClasses.areRecorded()) {
      run(provider(Optional.empty()));
      OwnClasses.load(MODULES);
    }
  }

  /** There may soon be a job about this provider. */
  void expect(Frame.Expect provider) {
    expected.add(provider);
  }

  /** Whether there is no next step, unless another provider is expected. */
  boolean isOver() {
    return desks == 0 && expected.isEmpty();
  }

  /** How long nobody is to want anything before the next step. */
  Duration patience() {
    return Duration.ofNanos(Math.max(0, usedAt + QUIET.toNanos() - System.nanoTime()));
  }

  /** There is a job, and somebody waits for it unless it is a rehearsal of the supervisor's. */
  void heed(Frame.Job job) {
    isAwaited = !ProviderRehearsal.is(job.argv(), job.classPath());
    used();
  }

  /** The same job has got on. */
  void used() {
    if (isAwaited) {
      usedAt = System.nanoTime();
    }
  }

  /**
   * One step: a provider of our own run once, with a desk or without, or one that is expected
   * loaded.
   */
  void advance() throws IOException {
    if (desks > 0) {
      run(desks == DESKS ? script() : asSent(provider(Optional.of(BLANKS))));
      desks--;
    } else if (rehearsed < PROVIDERS) {
      rehearsed++;
      run(provider(Optional.empty()));
    } else {
      workplace.leaders().load(expected.remove());
    }
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

  private static Frame.Job provider(Optional<Desk> desk) {
    return job(
        List.of(ProviderRehearsal.PROVIDER),
        List.of(ProviderRehearsal.place()),
        ProviderRehearsal.ENVIRONMENT,
        desk);
  }

  /** A job as it comes from the supervisor. */
  private static Frame.Job asSent(Frame.Job job) throws IOException {
    byte[] frame = FrameWriter.bytes(job).array();
    return (Frame.Job) new FrameReader(new ByteArrayInputStream(frame)).next().orElseThrow();
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
