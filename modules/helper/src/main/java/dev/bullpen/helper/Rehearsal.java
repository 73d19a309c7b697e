package dev.bullpen.helper;

import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

/**
 * Runs a job that does nothing before the first real one, so that its classes are loaded when
 * somebody waits.
 */
final class Rehearsal {
  private static final int ANY_LIMIT = 1024;

  private Rehearsal() {}

  static void run() throws IOException {
    FrameWriter nowhere = new FrameWriter(OutputStream.nullOutputStream());
    Frame.Job nothing =
        new Frame.Job(0, List.of("/bin/sh", "-c", "echo"), "/", Map.of(), ANY_LIMIT, ANY_LIMIT);
    Events events = new Events();
    ScriptRun run = ScriptRun.start(nothing, events, nowhere);
    while (!run.isOver()) {
      events.await(run.patience());
      run.advance();
    }
  }
}
