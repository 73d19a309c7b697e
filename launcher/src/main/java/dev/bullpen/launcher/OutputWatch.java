package dev.bullpen.launcher;

import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.Poll;
import dev.bullpen.posix.PosixException;
import dev.bullpen.wire.Safeguard;

/**
 * Notices that nobody reads a descriptor any more, also while nothing is written: poll(2) tells the
 * writing end of a pipe or socket when the other is closed. A terminal or a file never says so.
 *
 * <p>Closing it ends its thread, which the JVM would otherwise wait 300 ms for at its exit.
 */
final class OutputWatch implements AutoCloseable {
  private static final int OUTPUT = 0;
  private static final int STOP = 1;

  private final int descriptor;
  private final Pipe stop;

  private OutputWatch(int descriptor, Pipe stop) {
    this.descriptor = descriptor;
    this.stop = stop;
  }

  static OutputWatch of(int descriptor) throws PosixException {
    return new OutputWatch(descriptor, Pipe.open());
  }

  /** Run {@code whenClosed} once, on a thread of its own, when the other end is closed. */
  void start(Runnable whenClosed) {
    if (!Safeguard.STDOUT_WATCH.on()) {
      return;
    }
    Thread thread = new Thread(() -> watch(whenClosed), "stdout watch");
    thread.setDaemon(true);
    thread.start();
  }

  private void watch(Runnable whenClosed) {
    Poll poll = new Poll(2);
    poll.setForClosing(OUTPUT, descriptor);
    poll.set(STOP, stop.reading().number());
    try {
      while (!poll.isReady(OUTPUT) && !poll.isReady(STOP)) {
        poll.await();
      }
      if (poll.isReady(OUTPUT)) {
        whenClosed.run();
      }
    } catch (PosixException e) {
      System.err.println(
          "launcher: a closed output is only noticed at the next answer: " + e.getMessage());
    } finally {
      stop.reading().close();
    }
  }

  @Override
  public void close() {
    stop.writing().close();
  }
}
