package dev.bullpen.testkit.client;

import dev.bullpen.testkit.Lines;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** Reads one output of the server on a thread of its own, unless it is paused. */
final class Reader {
  private final ReadableByteChannel in;
  private final Lines lines;
  private final Runnable atEnd;
  private final ReentrantLock pausedLock = new ReentrantLock();
  private final Condition resumed = pausedLock.newCondition();
  private boolean paused;

  private Reader(ReadableByteChannel in, Consumer<byte[]> each, Runnable atEnd) {
    this.in = in;
    this.lines = new Lines(each);
    this.atEnd = atEnd;
  }

  static Reader start(String name, ReadableByteChannel in, Consumer<byte[]> each, Runnable atEnd) {
    Reader reader = new Reader(in, each, atEnd);
    Thread thread = new Thread(reader::read, name);
    thread.setDaemon(true);
    thread.start();
    return reader;
  }

  /** From now on at most one read more, until {@link #resume()}; then the pipe really fills. */
  void pause() {
    pausedLock.lock();
    try {
      paused = true;
    } finally {
      pausedLock.unlock();
    }
  }

  void resume() {
    pausedLock.lock();
    try {
      paused = false;
      resumed.signalAll();
    } finally {
      pausedLock.unlock();
    }
  }

  private void read() {
    try {
      do {
        awaitResumed();
      } while (lines.read(in));
    } catch (IOException closed) {
      // The test closed this end; for the transcript that is the end as well.
    } finally {
      atEnd.run();
    }
  }

  private void awaitResumed() {
    pausedLock.lock();
    try {
      while (paused) {
        resumed.awaitUninterruptibly();
      }
    } finally {
      pausedLock.unlock();
    }
  }
}
