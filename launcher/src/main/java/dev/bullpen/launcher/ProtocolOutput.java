package dev.bullpen.launcher;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.DescriptorOutput;
import dev.bullpen.posix.Errno;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.Poll;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.thread.DaemonThread;
import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.protocol.line.ClientOutput;
import dev.bullpen.wire.Safeguard;
import java.io.OutputStream;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The descriptor the client reads from. poll(2) reports whether there is room for a line, and
 * whether a pipe or socket has no reader any more. A terminal or a file always has one, and a
 * stopped terminal reports room although a write would wait.
 *
 * <p>Closing this ends its watching thread, which would delay the JVM's exit by 300 ms; the
 * descriptor stays open.
 */
final class ProtocolOutput implements ClientOutput, AutoCloseable {
  private static final int OUTPUT = 0;
  private static final int STOP = 1;

  private final int descriptor;
  private final boolean terminal;
  private Optional<Poll> room = Optional.empty();
  private Optional<Pipe> stop = Optional.empty();
  private volatile Optional<PosixException> failure = Optional.empty();

  /** Makes no system call: the native library may still be loading. */
  ProtocolOutput(int descriptor, boolean terminal) {
    this.descriptor = descriptor;
    this.terminal = terminal;
  }

  @Override
  public OutputStream stream() {
    DescriptorOutput out = new DescriptorOutput(Descriptor.of(descriptor));
    return new OutputStream() {
      @Override
      public void write(int octet) throws PosixException {
        write(new byte[] {(byte) octet}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws PosixException {
        try {
          out.write(bytes, offset, length);
        } catch (PosixException e) {
          if (!Errno.isHangup(e.errno())) {
            failure = Optional.of(e);
          }
          throw e;
        }
      }
    };
  }

  Optional<PosixException> failure() {
    return failure;
  }

  @Override
  public boolean takesAtOnce(int bytes) {
    try {
      return bytes <= Poll.PIPE_BUF && !terminal && room().check();
    } catch (PosixException e) {
      return false; // the next write fails and says why
    }
  }

  private Poll room() {
    if (room.isEmpty()) {
      room = Optional.of(new Poll(1));
      room.get().setForWriting(0, descriptor);
    }
    return room.get();
  }

  @Override
  public CompletableFuture<Void> watchForClosing() {
    CompletableFuture<Void> closed = new CompletableFuture<>();
    if (Safeguard.STDOUT_WATCH.on()) {
      watchFor(closed);
    }
    return closed;
  }

  private void watchFor(CompletableFuture<Void> closed) {
    Poll poll = new Poll(2);
    try {
      stop = Optional.of(Pipe.open());
      poll.setForClosing(OUTPUT, descriptor);
      poll.set(STOP, stop.get().reading().number());
      poll.check(); // fails here on a system without the call
    } catch (PosixException e) {
      warn(e.getMessage());
      return;
    }
    try {
      new DaemonThread("stdout watch", () -> watch(closed, poll, stop.get())).start();
    } catch (NoThreadException e) {
      stop.get().reading().close();
      warn("there is no thread to watch it with");
    }
  }

  private static void warn(String why) {
    Console.serverError(
        System.getenv(), "a closed output is only noticed at the next answer: " + why);
  }

  private void watch(CompletableFuture<Void> closed, Poll poll, Pipe stop) {
    try {
      while (!poll.isReady(OUTPUT) && !poll.isReady(STOP)) {
        poll.await();
      }
      if (poll.isReady(OUTPUT)) {
        closed.complete(null);
      }
    } catch (PosixException e) {
      warn(e.getMessage());
    } finally {
      stop.reading().close();
    }
  }

  @Override
  public void close() {
    if (stop.isPresent()) {
      stop.get().writing().close();
    }
  }
}
