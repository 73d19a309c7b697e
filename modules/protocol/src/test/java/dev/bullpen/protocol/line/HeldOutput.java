package dev.bullpen.protocol.line;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A pipe whose reader may stand still, or be gone. */
final class HeldOutput extends OutputStream {
  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch released;
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private final List<Integer> writes = new ArrayList<>();
  private Thread writer;
  private boolean broken;

  private HeldOutput(boolean held) {
    released = new CountDownLatch(held ? 1 : 0);
  }

  /** The reader stands still until {@link #release}. */
  static HeldOutput held() {
    return new HeldOutput(true);
  }

  /** The reader reads. */
  static HeldOutput open() {
    return new HeldOutput(false);
  }

  /** The reader is gone. */
  static HeldOutput broken() {
    HeldOutput output = new HeldOutput(false);
    output.breakPipe();
    return output;
  }

  synchronized void breakPipe() {
    broken = true;
  }

  void release() {
    released.countDown();
  }

  /** Wait until a line has been taken for writing. */
  void awaitWrite() throws InterruptedException {
    if (!entered.await(10, TimeUnit.SECONDS)) {
      throw new AssertionError("nothing was written");
    }
  }

  @Override
  public void write(int b) {
    throw new UnsupportedOperationException("one byte at a time is a system call each");
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    entered.countDown();
    try {
      if (!released.await(20, TimeUnit.SECONDS)) {
        throw new AssertionError("never released");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    receive(bytes, offset, length);
  }

  private synchronized void receive(byte[] bytes, int offset, int length) throws IOException {
    writer = Thread.currentThread();
    writes.add(length);
    if (broken) {
      throw new IOException("Broken pipe");
    }
    received.write(bytes, offset, length);
  }

  synchronized String received() {
    return received.toString(StandardCharsets.UTF_8);
  }

  /** How long each write was. */
  synchronized List<Integer> writes() {
    return List.copyOf(writes);
  }

  synchronized Thread writer() {
    return writer;
  }
}
