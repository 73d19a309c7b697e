package dev.bullpen.helper;

import dev.bullpen.posix.DescriptorInput;
import dev.bullpen.posix.DescriptorOutput;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.Self;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameReader;
import dev.bullpen.wire.FrameWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A frame loop in this process, and the supervisor's side of its pipes. */
final class Bench implements AutoCloseable {
  private final Pipe toHelper = Pipe.open();
  private final Pipe fromHelper = Pipe.open();
  private final FrameWriter out = new FrameWriter(new DescriptorOutput(toHelper.writing()));
  private final FrameReader in = new FrameReader(new DescriptorInput(fromHelper.reading()));
  private final Thread helper;

  Bench() throws IOException {
    Self.becomeSubReaper();
    helper = new Thread(this::run, "helper under test");
    helper.start();
  }

  private void run() {
    try {
      new FrameLoop(
              toHelper.reading(),
              new DescriptorInput(toHelper.reading()),
              new FrameWriter(new DescriptorOutput(fromHelper.writing())))
          .run();
      Leftovers.end();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  void send(Frame frame) throws IOException {
    out.write(frame);
  }

  void script(long job, String text) throws IOException {
    script(job, text, 1_000_000, 1_000);
  }

  void script(long job, String text, int stdoutLimit, int stderrTail) throws IOException {
    send(
        new Frame.Job(
            job,
            List.of("/bin/sh", "-c", text),
            "/",
            Map.of("PATH", "/usr/bin:/bin"),
            stdoutLimit,
            stderrTail));
  }

  Frame next() throws IOException {
    return in.next().orElseThrow();
  }

  /** Every frame up to the one that says that the helper is free again. */
  List<Frame> untilFree() throws IOException {
    List<Frame> frames = new ArrayList<>();
    Frame frame;
    do {
      frame = next();
      frames.add(frame);
    } while (!isLast(frame));
    return frames;
  }

  private static boolean isLast(Frame frame) {
    return frame instanceof Frame.Clean
        || frame instanceof Frame.Refused
        || (frame instanceof Frame.Exited exited && exited.clean());
  }

  static String output(List<Frame> frames, Frame.Stream stream) {
    StringBuilder output = new StringBuilder();
    for (Frame frame : frames) {
      if (frame instanceof Frame.Output bytes && bytes.stream() == stream) {
        output.append(new String(bytes.bytes()));
      }
    }
    return output.toString();
  }

  static <F extends Frame> F only(List<Frame> frames, Class<F> type) {
    List<F> found = frames.stream().filter(type::isInstance).map(type::cast).toList();
    if (found.size() != 1) {
      throw new AssertionError("one " + type.getSimpleName() + " expected in " + frames);
    }
    return found.get(0);
  }

  @Override
  public void close() {
    toHelper.writing().close();
    try {
      helper.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    fromHelper.close();
    toHelper.close();
  }
}
