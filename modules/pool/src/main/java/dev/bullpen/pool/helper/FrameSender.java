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
 * Sends frames to one helper. If no other thread is writing, the sender writes, outside the lock.
 * Otherwise its frame waits in the queue. If the pipe is full, a worker writes the rest, so that a
 * helper that does not read never blocks a sender.
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

  // Used by the writing thread only.
  private ByteBuffer current = NOTHING;

  /**
   * @param descriptor must {@link Descriptor#neverWait never wait}
   */
  FrameSender(Descriptor descriptor, PoolThreads threads) {
    this.descriptor = descriptor;
    this.output = new DescriptorOutput(descriptor);
    this.threads = threads;
  }

  /**
   * Send a frame. If the helper has gone, the thread that reads from it notices.
   *
   * @throws FrameException if it is too long for a frame
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

  /** Close the pipe when the queue has been written. The helper then ends. */
  void close() {
    synchronized (queueLock) {
      closed = true;
      if (writing) {
        return;
      }
    }
    descriptor.close();
  }

  /** False if there is no room for everything in the queue. */
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

  /** The same, but waits for room. Runs on a worker. */
  private void writeInTime() {
    try (Poll room = new Poll(1)) {
      room.setForWriting(0, descriptor.number());
      while (!writeAtOnce()) {
        room.await();
      }
    } catch (PosixException | OutOfMemoryError e) { // no native memory
      giveUp();
    }
  }

  /** After EPIPE or ECONNRESET: the helper has gone, and the thread that reads from it notices. */
  private void giveUp() {
    synchronized (queueLock) {
      closed = true;
      writing = false;
      queue.clear();
    }
    descriptor.close();
  }

  /** False if there is nothing more to write. Then another thread may already be writing. */
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
