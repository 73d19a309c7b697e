package dev.bullpen.pool.helper;

import dev.bullpen.pool.thread.PoolThreads;
import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.DescriptorOutput;
import dev.bullpen.posix.Poll;
import dev.bullpen.posix.PosixException;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameException;
import dev.bullpen.wire.FrameWriter;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Frames on their way to one helper. If no other thread is writing, the sender writes, outside the
 * lock; else its frame waits in the queue. What does not fit into the pipe at once is written by a
 * worker, so that a helper that does not read stalls no sender.
 */
final class FrameSender {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final Descriptor descriptor;
  private final DescriptorOutput output;
  private final PoolThreads threads;

  private final Object queueLock = new Object();
  private final Queue<ByteBuffer> queue = new ArrayDeque<>();
  private boolean writing;
  private boolean closed;

  // Of the thread that writes.
  private ByteBuffer current = NOTHING;

  /**
   * @param descriptor {@link Descriptor#neverWait never waits}
   */
  FrameSender(Descriptor descriptor, PoolThreads threads) {
    this.descriptor = descriptor;
    this.output = new DescriptorOutput(descriptor);
    this.threads = threads;
  }

  /**
   * Send a frame. If there is no reader any more, the helper's end is seen elsewhere.
   *
   * @throws FrameException if it is too long for any frame
   */
  void send(Frame.ToHelper frame) throws FrameException {
    ByteBuffer bytes = FrameWriter.bytes(frame);
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
    if (!writeAtOnce()) {
      threads.execute(this::writeInTime);
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

  /** False if there is no room for all that is queued. */
  private boolean writeAtOnce() {
    try {
      while (current.hasRemaining() || takeNext()) {
        if (output.offer(current) == 0) {
          return false;
        }
      }
    } catch (PosixException e) {
      giveUp();
    }
    return true;
  }

  /** The same, waiting for room; on a worker. */
  private void writeInTime() {
    Poll room = new Poll(1);
    room.setForWriting(0, descriptor.number());
    try {
      while (!writeAtOnce()) {
        room.await();
      }
    } catch (PosixException e) {
      giveUp();
    }
  }

  /** EPIPE or ECONNRESET: the helper is gone, and its reader knows. */
  private void giveUp() {
    synchronized (queueLock) {
      closed = true;
      writing = false;
      queue.clear();
    }
    descriptor.close();
  }

  /** False if there is nothing more to write; then another thread may be writing at once. */
  private boolean takeNext() {
    synchronized (queueLock) {
      ByteBuffer next = queue.poll();
      if (next != null) {
        current = next;
        return true;
      }
      current = NOTHING;
      writing = false;
      if (!closed) {
        return false;
      }
    }
    descriptor.close();
    return false;
  }
}
