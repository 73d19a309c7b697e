package dev.bullpen.posix;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** A connection that a {@link UnixListener} has accepted. For one thread. */
public final class UnixConnection implements AutoCloseable {
  /**
   * The process at the other end, as the kernel noted it when it connected.
   *
   * @param pid 0 if it is in a pid namespace that is not visible from here
   */
  public record Peer(int pid, int uid) {}

  private final Descriptor socket;
  private final Peer peer;
  private final IoBuffer buffer = new IoBuffer();
  private final Poll poll = new Poll(1);

  UnixConnection(Descriptor socket, Peer peer) {
    this.socket = socket;
    this.peer = peer;
  }

  public Peer peer() {
    return peer;
  }

  /**
   * Read up to the first line end. Empty if the other end closes, sends more than that, or takes
   * too long.
   */
  public Optional<String> readLine(int mostBytes, Duration patience) throws PosixException {
    long deadline = System.nanoTime() + patience.toNanos();
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    poll.set(0, socket.number());
    while (line.size() <= mostBytes && await(deadline)) {
      byte[] bytes = buffer.readPresent(socket);
      for (int i = 0; i < bytes.length; i++) {
        if (bytes[i] == '\n') {
          line.write(bytes, 0, i);
          return line.size() <= mostBytes
              ? Optional.of(line.toString(StandardCharsets.UTF_8))
              : Optional.empty();
        }
      }
      if (bytes.length == 0) {
        return Optional.empty();
      }
      line.write(bytes, 0, bytes.length);
    }
    return Optional.empty();
  }

  /**
   * Write all of these bytes; false if the other end does not take them in that time, or is gone.
   */
  public boolean write(byte[] bytes, Duration patience) throws PosixException {
    long deadline = System.nanoTime() + patience.toNanos();
    ByteBuffer left = ByteBuffer.wrap(bytes);
    poll.setForWriting(0, socket.number());
    try {
      while (left.hasRemaining()) {
        if (buffer.offerTo(socket, left) == 0 && !await(deadline)) {
          return false;
        }
      }
      return true;
    } catch (PosixException e) {
      if (Errno.isHangup(e.errno())) {
        return false;
      }
      throw e;
    }
  }

  /** Whether the other end has closed, or has sent bytes that are no longer expected. */
  public boolean isOver() throws PosixException {
    poll.set(0, socket.number());
    return poll.check();
  }

  private boolean await(long deadline) throws PosixException {
    long left = deadline - System.nanoTime();
    while (left > 0) {
      if (poll.await(Duration.ofNanos(left))) {
        return true;
      }
      left = deadline - System.nanoTime(); // a signal may have ended the wait early
    }
    return false;
  }

  @Override
  public void close() {
    socket.close();
    buffer.close();
    poll.close();
  }
}
