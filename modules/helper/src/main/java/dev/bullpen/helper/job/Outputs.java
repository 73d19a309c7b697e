package dev.bullpen.helper.job;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.IoBuffer;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.PosixException;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The script's two outputs. Both are always drained, so that the script never stalls. Standard
 * output is passed on as it comes, up to the limit. Of error output, the tail is kept and passed on
 * at the end.
 */
public final class Outputs {
  /** The pipes for what one script or provider writes. */
  public record Pipes(Pipe stdout, Pipe stderr) implements AutoCloseable {
    public static Pipes open() throws PosixException {
      Pipe stdout = Pipe.open();
      try {
        return new Pipes(stdout, Pipe.open());
      } catch (PosixException e) {
        stdout.close();
        throw e;
      }
    }

    /** The descriptors that the script gets, by its own numbers. */
    Map<Integer, Integer> forScript() {
      return Map.of(1, stdout.writing().number(), 2, stderr.writing().number());
    }

    /** The script has its ends: close them here. */
    public void handOver() {
      stdout.writing().close();
      stderr.writing().close();
    }

    @Override
    public void close() {
      stdout.close();
      stderr.close();
    }
  }

  private static final IoBuffer BUFFER = new IoBuffer();
  private static final byte[] NOTHING = {};

  /**
   * A pipe holds no more than one read takes. A second read takes what came meanwhile, or the end.
   */
  private static final int LAST_READS = 2;

  private final Frame.Job job;
  private final Events events;
  private final FrameWriter out;
  private final Pipes pipes;
  private final Tail tail;
  private final Pace pace = new Pace();
  private int left;
  private long errorBytes;
  private boolean watched;
  private Frame.Overflow overflow = Frame.Overflow.NONE;

  Outputs(Frame.Job job, Pipes pipes, Events events, FrameWriter out) {
    this.job = job;
    this.pipes = pipes;
    this.events = events;
    this.out = out;
    this.left = job.stdoutLimit();
    this.tail = new Tail(job.stderrTail());
  }

  /** Begin to drain what the script writes, as it comes. Idempotent. */
  void watch() {
    if (!watched) {
      watched = true;
      events.watch(Events.Source.STDOUT, pipes.stdout().reading().number());
      events.watch(Events.Source.STDERR, pipes.stderr().reading().number());
    }
  }

  /** Take what is ready; false if that is nothing. */
  boolean take() throws IOException {
    boolean some = false;
    if (events.isReady(Events.Source.STDOUT)) {
      byte[] bytes = read(Events.Source.STDOUT, pipes.stdout().reading());
      some = bytes.length > 0;
      passOn(bytes);
    }
    if (events.isReady(Events.Source.STDERR)) {
      byte[] bytes = read(Events.Source.STDERR, pipes.stderr().reading());
      some |= bytes.length > 0;
      keepTail(bytes);
    }
    return some;
  }

  private byte[] read(Events.Source source, Descriptor descriptor) throws PosixException {
    pace.await();
    byte[] bytes = events.hasInput(source) ? BUFFER.readFrom(descriptor) : NOTHING;
    pace.took(bytes.length);
    // If no writer is left, a short read took all there was.
    if (bytes.length == 0 || (events.isHungUp(source) && bytes.length < IoBuffer.BYTES)) {
      events.forget(source);
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
      if (out.gatheredBytes() >= IoBuffer.BYTES) {
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

  /** Whether no process holds either of them open any more. */
  boolean areClosed() {
    return watched
        && !events.isWatched(Events.Source.STDOUT)
        && !events.isWatched(Events.Source.STDERR);
  }

  boolean isOverLimit() {
    return overflow != Frame.Overflow.NONE;
  }

  /** The limit that was exceeded first. */
  Frame.Overflow overflow() {
    return overflow;
  }

  /** Pass on at once all that has been written so far, and the tail of the error output. */
  void report() throws IOException {
    watch();
    events.check();
    take();
    out.gather(new Frame.Output(job.job(), Frame.Stream.STDERR, tail.bytes()));
    out.flush();
    events.check(); // what was ready has been taken, and another read would wait for more
  }

  /** Take what is there without waiting for more, and pass the error output on. */
  void end() throws IOException {
    watch();
    for (int reads = 0; reads < LAST_READS && !areClosed(); reads++) {
      events.check();
      take();
    }
    events.forget(Events.Source.STDOUT);
    events.forget(Events.Source.STDERR);
    if (tail.length() > 0) {
      out.gather(new Frame.Output(job.job(), Frame.Stream.STDERR, tail.bytes()));
    }
  }

  void close() {
    pipes.close();
  }

  /**
   * How fast a job's output is read. A full pipe slows a flood down, for the sake of other
   * processes.
   */
  static final class Pace {
    private static final long FREE_BYTES = 1024 * 1024;

    private static final long BYTES_PER_SECOND = 128 * 1024 * 1024;

    private long taken;
    private long nextAt;

    /** Wait before the next read, for half a millisecond at most. */
    void await() {
      if (taken > FREE_BYTES) {
        LockSupport.parkNanos(nextAt - System.nanoTime());
      }
    }

    void took(int bytes) {
      taken += bytes;
      nextAt = System.nanoTime() + bytes * TimeUnit.SECONDS.toNanos(1) / BYTES_PER_SECOND;
    }
  }

  static final class Tail {
    private final int limit;
    private byte[] kept = new byte[0];

    Tail(int limit) {
      this.limit = limit;
    }

    void add(byte[] bytes) {
      int fromKept = Math.min(kept.length, Math.max(0, limit - bytes.length));
      int fromBytes = Math.min(bytes.length, limit);
      byte[] joined = Arrays.copyOfRange(kept, kept.length - fromKept, kept.length + fromBytes);
      System.arraycopy(bytes, bytes.length - fromBytes, joined, fromKept, fromBytes);
      kept = joined;
    }

    int length() {
      return kept.length;
    }

    byte[] bytes() {
      return kept.clone();
    }
  }
}
