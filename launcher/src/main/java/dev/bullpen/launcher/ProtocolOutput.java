package dev.bullpen.launcher;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.DescriptorOutput;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.Poll;
import dev.bullpen.posix.PosixException;
import dev.bullpen.protocol.ClientOutput;
import dev.bullpen.wire.Safeguard;
import java.io.OutputStream;

/**
 * The descriptor the client reads from. What poll(2) knows of it: whether there is room for a line,
 * and, of a pipe or socket, that nobody reads it any more. A terminal or a file never says the
 * latter, and a terminal that is held up says the former although a write would wait.
 *
 * <p>Closing this ends its watching thread, which the JVM would otherwise wait 300 ms for at its
 * exit; the descriptor stays open.
 */
final class ProtocolOutput implements ClientOutput, AutoCloseable {
  private static final int OUTPUT = 0;
  private static final int STOP = 1;

  private final int descriptor;
  private final boolean terminal;
  private final DescriptorOutput stream;
  private final Poll room = new Poll(1);
  private final Pipe stop;

  private ProtocolOutput(int descriptor, boolean terminal, Pipe stop) {
    this.descriptor = descriptor;
    this.terminal = terminal;
    this.stream = new DescriptorOutput(Descriptor.of(descriptor));
    this.stop = stop;
    room.setForWriting(0, descriptor);
  }

  static ProtocolOutput of(int descriptor, boolean terminal) throws PosixException {
    return new ProtocolOutput(descriptor, terminal, Pipe.open());
  }

  @Override
  public OutputStream stream() {
    return stream;
  }

  @Override
  public boolean takesAtOnce(int bytes) {
    try {
      return bytes <= Poll.PIPE_BUF && !terminal && room.look();
    } catch (PosixException e) {
      return false; // whoever writes after all finds out what is wrong
    }
  }

  @Override
  public void whenClosed(Runnable action) {
    if (!Safeguard.STDOUT_WATCH.on()) {
      return;
    }
    Thread thread = new Thread(() -> watch(action), "stdout watch");
    thread.setDaemon(true);
    thread.start();
  }

  private void watch(Runnable action) {
    Poll poll = new Poll(2);
    poll.setForClosing(OUTPUT, descriptor);
    poll.set(STOP, stop.reading().number());
    try {
      while (!poll.isReady(OUTPUT) && !poll.isReady(STOP)) {
        poll.await();
      }
      if (poll.isReady(OUTPUT)) {
        action.run();
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
