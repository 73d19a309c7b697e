package dev.bullpen.pool;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.DescriptorOutput;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameException;
import dev.bullpen.wire.FrameWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

/**
 * Frames on their way to one helper. Whoever finds nobody writing writes, outside the lock; the
 * others leave theirs in the queue and go. What might not fit into the pipe at once is written by a
 * hand, so that a helper that does not read can stall nobody.
 */
final class Outbox {
  /** A pipe holds 64 KiB, and an idle helper has read all but perhaps a kill that came too late. */
  private static final int FITS_BYTES = 48 * 1024;

  private final Descriptor descriptor;
  private final DescriptorOutput output;
  private final PoolThreads threads;

  private final Object queueLock = new Object();
  private final Queue<byte[]> queue = new ArrayDeque<>();
  private boolean writing;
  private boolean closed;

  Outbox(Descriptor descriptor, PoolThreads threads) {
    this.descriptor = descriptor;
    this.output = new DescriptorOutput(descriptor);
    this.threads = threads;
  }

  /**
   * Send a frame, or find that nobody is there to read it: then the helper's end is seen elsewhere.
   *
   * @throws FrameException if it is too long for any frame
   */
  void send(Frame.ToHelper frame) throws FrameException {
    byte[] bytes = bytes(frame);
    synchronized (queueLock) {
      if (closed) {
        return;
      }
      queue.add(bytes);
      if (writing) {
        return;
      }
      writing = true;
    }
    if (bytes.length <= FITS_BYTES) {
      write();
    } else {
      threads.hand(this::write);
    }
  }

  /** Close the pipe when what is queued has been written: the helper's sign to end. */
  void close() {
    synchronized (queueLock) {
      closed = true;
      if (writing) {
        return;
      }
    }
    descriptor.close();
  }

  private void write() {
    for (Optional<byte[]> next = next(); next.isPresent(); next = next()) {
      try {
        output.write(next.get());
      } catch (IOException e) {
        // EPIPE: the helper is gone, and its reader knows.
        close();
        discard();
      }
    }
  }

  private Optional<byte[]> next() {
    synchronized (queueLock) {
      Optional<byte[]> next = Optional.ofNullable(queue.poll());
      if (next.isPresent()) {
        return next;
      }
      writing = false;
      if (!closed) {
        return next;
      }
    }
    descriptor.close();
    return Optional.empty();
  }

  private void discard() {
    synchronized (queueLock) {
      queue.clear();
    }
  }

  private static byte[] bytes(Frame frame) throws FrameException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    FrameWriter writer = new FrameWriter(bytes);
    try {
      writer.write(frame);
    } catch (FrameException e) {
      throw e;
    } catch (IOException e) {
      throw new IllegalStateException("memory does not fail to be written", e);
    }
    return bytes.toByteArray();
  }
}
