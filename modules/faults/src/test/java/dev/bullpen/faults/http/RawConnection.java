package dev.bullpen.faults.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A connection on which any bytes can be sent. Bytes are given as text of one character each. */
final class RawConnection implements AutoCloseable {
  private static final int BUFFER_BYTES = 16 * 1024;

  private final SocketChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private boolean hasEnded;

  private RawConnection(SocketChannel channel) {
    this.channel = channel;
  }

  /** To a port of this host. */
  static RawConnection tcp(int port) {
    return tcp(port, "127.0.0.1");
  }

  /** The same from one of this host's own addresses. */
  static RawConnection tcp(int port, String from) {
    try {
      SocketChannel channel = SocketChannel.open();
      channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      channel.bind(new InetSocketAddress(from, 0));
      return connected(channel, new InetSocketAddress("127.0.0.1", port));
    } catch (IOException e) {
      throw new UncheckedIOException("no connection to port " + port, e);
    }
  }

  /** To a Unix socket. */
  static RawConnection unix(Path path) {
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(path);
    try {
      return connected(SocketChannel.open(java.net.StandardProtocolFamily.UNIX), address);
    } catch (IOException e) {
      throw new UncheckedIOException("no connection to " + path, e);
    }
  }

  private static RawConnection connected(SocketChannel channel, SocketAddress to)
      throws IOException {
    channel.connect(to);
    channel.configureBlocking(false);
    return new RawConnection(channel);
  }

  /** False if the other end has closed; the bytes may have gone nowhere all the same. */
  boolean send(String bytes) {
    try {
      ByteBuffer out = ByteBuffer.wrap(bytes.getBytes(ISO_8859_1));
      Deadline deadline = Deadline.in(Duration.ofSeconds(20));
      while (out.hasRemaining()) {
        channel.write(out);
        if (out.hasRemaining() && !Poll.until(Deadline.in(Duration.ofMillis(2)), () -> false)) {
          poll(); // what is not read may keep the other end from reading
        }
        if (hasEnded || deadline.passed()) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Take what has come. */
  private void poll() {
    try {
      buffer.clear();
      int read = channel.read(buffer);
      while (read > 0) {
        received.write(buffer.array(), 0, read);
        buffer.clear();
        read = channel.read(buffer);
      }
      hasEnded |= read < 0;
    } catch (IOException e) {
      hasEnded = true;
    }
  }

  /** Whether the other end has closed, by now. */
  boolean hasEnded() {
    poll();
    return hasEnded;
  }

  /** What has come so far. */
  String received() {
    poll();
    return received.toString(ISO_8859_1);
  }

  boolean awaitText(String text, Duration within) {
    return Poll.until(Deadline.in(within), () -> received().contains(text) || hasEnded)
        && received().contains(text);
  }

  /** Until there are so many whole answers, the end, or the deadline; those that there are. */
  List<RawAnswer> awaitAnswers(int count, Duration within) {
    Poll.until(Deadline.in(within), () -> answers().size() >= count || hasEnded);
    return answers();
  }

  private List<RawAnswer> answers() {
    String text = received();
    return RawAnswer.all(text, hasEnded);
  }

  @Override
  public void close() {
    leave();
  }

  /** In order: the other end reads an end (FIN). */
  void leave() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("a connection cannot be closed", e);
    }
  }

  /** By a reset; TCP alone has that. */
  void reset() {
    try {
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    } catch (IOException e) {
      throw new UncheckedIOException("a connection cannot be reset", e);
    }
    leave();
  }
}
