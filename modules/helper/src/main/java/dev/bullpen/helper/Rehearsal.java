package dev.bullpen.helper;

import dev.bullpen.helper.provider.ProviderRehearsal;
import dev.bullpen.wire.Desk;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs jobs that do nothing before the real ones, so that their classes are loaded when somebody
 * waits: a script before the helper says hello, a provider in its first quiet moment after that,
 * for many projects have none.
 */
final class Rehearsal {
  private static final int ANY_LIMIT = 1024;

  /** Who starts a server mostly asks for something at once. */
  private static final Duration QUIET = Duration.ofMillis(500);

  /** Set while a class archive is recorded: everything is rehearsed before the hello. */
  private static final String TRAINING = "bullpen.training";

  private final Optional<DeskFolder> desk;
  private final Leaders leaders;
  private final Events events;
  private boolean due;

  /**
   * @param events which nobody waits for while there is a rehearsal
   */
  Rehearsal(Optional<DeskFolder> desk, Leaders leaders, Events events) {
    this.desk = desk;
    this.leaders = leaders;
    this.events = events;
  }

  /** The first part; without it, there is no rest. */
  void begin() throws IOException {
    due = true;
    run(desk.map(Rehearsal::withDesk).orElseGet(Rehearsal::plain));
    if (Boolean.getBoolean(TRAINING)) {
      due = false;
      run(
          job(
              List.of(ProviderRehearsal.PROVIDER),
              List.of(ProviderRehearsal.place()),
              ProviderRehearsal.ENVIRONMENT,
              Optional.empty()));
    }
  }

  /** How quiet it has to be for the rest; empty if there is none. */
  Optional<Duration> patience() {
    return due ? Optional.of(QUIET) : Optional.empty();
  }

  /** The rest, if it is due; on a thread of its own, as a job may come at any moment. */
  void complete() {
    if (due) {
      due = false;
      Thread thread = new Thread(ProviderRehearsal::run, "rehearsal");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void run(Frame.Job job) throws IOException {
    FrameWriter nowhere = new FrameWriter(OutputStream.nullOutputStream());
    JobRun run = JobRun.start(job, desk, OutputPipes.open(), leaders, events, nowhere);
    while (!run.isOver()) {
      events.await(run.patience());
      run.advance();
    }
  }

  private static Frame.Job plain() {
    return script("echo", "", Optional.empty());
  }

  private static Frame.Job withDesk(DeskFolder desk) {
    Desk all = new Desk(Map.of("file", new byte[1]), List.of("ask"), List.of("file"));
    return script(
        "echo; echo >\"$EVENTS\"",
        "EVENTS=%s\0".formatted(desk.path(Desk.EVENTS)),
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
