package dev.bullpen.helper;

import dev.bullpen.wire.Desk;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs a job that does nothing before the first real one, so that its classes are loaded when
 * somebody waits.
 */
final class Rehearsal {
  private static final int ANY_LIMIT = 1024;

  private Rehearsal() {}

  static void run(Optional<DeskFolder> desk) throws IOException {
    FrameWriter nowhere = new FrameWriter(OutputStream.nullOutputStream());
    Events events = new Events();
    JobRun run =
        JobRun.start(
            desk.map(Rehearsal::withDesk).orElseGet(Rehearsal::plain),
            desk,
            OutputPipes.open(),
            new Leaders(events),
            events,
            nowhere);
    while (!run.isOver()) {
      events.await(run.patience());
      run.advance();
    }
  }

  private static Frame.Job plain() {
    return job("echo", "", Optional.empty());
  }

  private static Frame.Job withDesk(DeskFolder desk) {
    Desk all = new Desk(Map.of("file", new byte[1]), List.of("ask"), List.of("file"));
    return job(
        "echo; echo >\"$EVENTS\"",
        "EVENTS=%s\0".formatted(desk.path(Desk.EVENTS)),
        Optional.of(all));
  }

  private static Frame.Job job(String script, String environment, Optional<Desk> desk) {
    return new Frame.Job(
        0,
        List.of("/bin/sh", "-c", script),
        List.of(),
        "/",
        environment.getBytes(StandardCharsets.UTF_8),
        ANY_LIMIT,
        ANY_LIMIT,
        ANY_LIMIT,
        desk);
  }
}
