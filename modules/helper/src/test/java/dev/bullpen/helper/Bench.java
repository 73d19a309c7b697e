package dev.bullpen.helper;

import dev.bullpen.helper.job.Events;
import dev.bullpen.helper.job.ExchangeFolder;
import dev.bullpen.helper.job.Leftovers;
import dev.bullpen.helper.job.Workplace;
import dev.bullpen.posix.DescriptorInput;
import dev.bullpen.posix.DescriptorOutput;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.wire.ExchangeFiles;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameReader;
import dev.bullpen.wire.FrameWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A frame loop in this process, and the supervisor's side of its pipes. */
public final class Bench implements AutoCloseable {
  private final Pipe toHelper = Pipe.open();
  private final Pipe fromHelper = Pipe.open();
  private final FrameWriter out = new FrameWriter(new DescriptorOutput(toHelper.writing()));
  private final FrameReader in = new FrameReader(new DescriptorInput(fromHelper.reading()));
  private final Workplace workplace;
  private final Thread helper;

  public Bench() throws IOException {
    this(new Workplace(new Events(), Optional.empty(), Optional.empty()));
  }

  /** With an exchange folder at that path, where a folder is. */
  public Bench(Path exchange) throws IOException {
    this(exchange, new Events());
  }

  private Bench(Path exchange, Events events) throws IOException {
    this(
        new Workplace(events, Optional.of(new ExchangeFolder(exchange, events)), Optional.empty()));
  }

  /** With folders of its own. */
  public Bench(Workplace workplace) throws IOException {
    Self.becomeSubReaper();
    this.workplace = workplace;
    helper = new Thread(this::run, "helper under test");
    helper.start();
  }

  private void run() {
    try {
      new FrameLoop(
              toHelper.reading(),
              new FrameWriter(new DescriptorOutput(fromHelper.writing())),
              workplace)
          .run();
      Leftovers.end(Leftovers.deadline(false));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } finally {
      fromHelper.writing().close(); // so that a test which waits for a frame fails at once
    }
  }

  public void send(Frame frame) throws IOException {
    out.write(frame);
  }

  /** In one write, so that they are read together. */
  public void sendTogether(Frame... frames) throws IOException {
    for (Frame frame : frames) {
      out.gather(frame);
    }
    out.flush();
  }

  public void script(long job, String text) throws IOException {
    send(job(job, text));
  }

  public static Frame.Job job(long job, String text) {
    return job(job, text, 1_000_000, 0, 1_000);
  }

  public void script(long job, String text, int stdoutLimit, int stderrTail) throws IOException {
    script(job, text, stdoutLimit, 0, stderrTail);
  }

  public void script(long job, String text, int stdoutLimit, int stderrLimit, int stderrTail)
      throws IOException {
    send(job(job, text, stdoutLimit, stderrLimit, stderrTail));
  }

  private static Frame.Job job(
      long job, String text, int stdoutLimit, int stderrLimit, int stderrTail) {
    return new Frame.Job(
        job,
        List.of("/bin/sh", "-c", text),
        List.of(),
        "/",
        "PATH=/usr/bin:/bin\0".getBytes(),
        stdoutLimit,
        stderrLimit,
        stderrTail,
        Optional.empty());
  }

  /** A script that finds the exchange folder at {@code $EXCHANGE}, which is also where it runs. */
  public void script(long job, String text, ExchangeFiles wanted) throws IOException {
    String path = workplace.exchange().orElseThrow().path("").toString();
    send(
        new Frame.Job(
            job,
            List.of("/bin/sh", "-c", text),
            List.of(),
            path,
            ("PATH=/usr/bin:/bin\0EXCHANGE=" + path + "\0").getBytes(),
            1_000_000,
            0,
            1_000,
            Optional.of(wanted)));
  }

  public Frame next() throws IOException {
    return in.next().orElseThrow();
  }

  /** The next frame of that kind; others are passed over. */
  public <F extends Frame> F next(Class<F> type) throws IOException {
    Frame frame = next();
    while (!type.isInstance(frame)) {
      frame = next();
    }
    return type.cast(frame);
  }

  /** Every frame up to the one that says that the helper is free again. */
  public List<Frame> untilFree() throws IOException {
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

  public static String output(List<Frame> frames, Frame.Stream stream) {
    StringBuilder output = new StringBuilder();
    for (Frame frame : frames) {
      if (frame instanceof Frame.Output bytes && bytes.stream() == stream) {
        output.append(new String(bytes.bytes()));
      }
    }
    return output.toString();
  }

  public static String events(List<Frame> frames) {
    StringBuilder events = new StringBuilder();
    for (Frame frame : frames) {
      if (frame instanceof Frame.Event event) {
        events.append(new String(event.bytes()));
      }
    }
    return events.toString();
  }

  /** {@code name=content} of each note, in order. */
  public static List<String> notes(List<Frame> frames) {
    return frames.stream()
        .filter(Frame.Note.class::isInstance)
        .map(Frame.Note.class::cast)
        .map(note -> note.name() + "=" + new String(note.bytes()))
        .toList();
  }

  public static <F extends Frame> F only(List<Frame> frames, Class<F> type) {
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
