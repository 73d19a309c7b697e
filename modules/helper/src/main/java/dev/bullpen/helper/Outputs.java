package dev.bullpen.helper;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.ReadBuffer;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;

/**
 * The script's two outputs, both always drained so that it never stalls. Standard output is passed
 * on as it comes, up to the limit; of error output the tail is kept and passed on at the end.
 */
final class Outputs {
  private static final ReadBuffer BUFFER = new ReadBuffer();

  /** A pipe holds no more than one read takes; a second finds what came meanwhile, or the end. */
  private static final int LAST_READS = 2;

  private final Frame.Job job;
  private final Events events;
  private final FrameWriter out;
  private final Pipe stdout;
  private final Pipe stderr;
  private final Tail tail;
  private int left;
  private long errorBytes;
  private boolean watched;
  private Frame.Overflow overflow = Frame.Overflow.NONE;

  /** Open both pipes; {@link #handOver} or {@link #abandon} must follow. */
  Outputs(Frame.Job job, Events events, FrameWriter out) throws PosixException {
    this.job = job;
    this.events = events;
    this.out = out;
    this.left = job.stdoutLimit();
    this.tail = new Tail(job.stderrTail());
    this.stdout = Pipe.open();
    try {
      this.stderr = Pipe.open();
    } catch (PosixException e) {
      stdout.close();
      throw e;
    }
  }

  /** What the script is given: its number → ours. */
  Map<Integer, Integer> forScript() {
    return Map.of(1, stdout.writing().number(), 2, stderr.writing().number());
  }

  /** The script has its ends; keep only ours. */
  void handOver() {
    stdout.writing().close();
    stderr.writing().close();
  }

  /** From now on what the script writes is an event, and drained. Idempotent. */
  void watch() {
    if (!watched) {
      watched = true;
      events.watch(Events.Source.STDOUT, stdout.reading().number());
      events.watch(Events.Source.STDERR, stderr.reading().number());
    }
  }

  /** There is no script. */
  void abandon() {
    stdout.close();
    stderr.close();
  }

  /**
   * Take what is ready.
   *
   * @return whether there was any
   */
  boolean take() throws IOException {
    boolean some = false;
    if (events.isReady(Events.Source.STDOUT)) {
      byte[] bytes = read(Events.Source.STDOUT, stdout.reading());
      some = bytes.length > 0;
      passOn(bytes);
    }
    if (events.isReady(Events.Source.STDERR)) {
      byte[] bytes = read(Events.Source.STDERR, stderr.reading());
      some |= bytes.length > 0;
      keepTail(bytes);
    }
    return some;
  }

  private byte[] read(Events.Source source, Descriptor descriptor) throws PosixException {
    byte[] bytes = BUFFER.readFrom(descriptor);
    if (bytes.length == 0) {
      events.forget(source);
      descriptor.close();
    }
    return bytes;
  }

  private void passOn(byte[] bytes) throws IOException {
    if (bytes.length > left && !isOverLimit()) {
      overflow = Frame.Overflow.STDOUT;
    }
    byte[] kept = bytes.length > left ? Arrays.copyOf(bytes, left) : bytes;
    left -= kept.length;
    if (kept.length > 0) {
      out.gather(new Frame.Output(job.job(), Frame.Stream.STDOUT, kept));
      if (out.gatheredBytes() >= ReadBuffer.BYTES) {
        out.flush();
      }
    }
  }

  private void keepTail(byte[] bytes) {
    tail.add(bytes);
    errorBytes += bytes.length;
    if (job.stderrLimit() > 0 && errorBytes > job.stderrLimit() && !isOverLimit()) {
      overflow = Frame.Overflow.STDERR;
    }
  }

  /** Whether nobody holds either of them open any more. */
  boolean areClosed() {
    return watched
        && !events.isWatched(Events.Source.STDOUT)
        && !events.isWatched(Events.Source.STDERR);
  }

  /** Whether more was written than the job may. */
  boolean isOverLimit() {
    return overflow != Frame.Overflow.NONE;
  }

  /** Which of its limits was passed first. */
  Frame.Overflow overflow() {
    return overflow;
  }

  /** Say at once how it stands: all that has been written so far, and the tail of the errors. */
  void report() throws IOException {
    watch();
    events.look();
    take();
    out.gather(new Frame.Output(job.job(), Frame.Stream.STDERR, tail.bytes()));
    out.flush();
  }

  /** Take what is there without waiting for more, pass the error output on, and let go. */
  void close() throws IOException {
    watch();
    for (int reads = 0; reads < LAST_READS && !areClosed(); reads++) {
      events.look();
      take();
    }
    events.forget(Events.Source.STDOUT);
    events.forget(Events.Source.STDERR);
    stdout.reading().close();
    stderr.reading().close();
    if (tail.length() > 0) {
      out.gather(new Frame.Output(job.job(), Frame.Stream.STDERR, tail.bytes()));
    }
  }
}
