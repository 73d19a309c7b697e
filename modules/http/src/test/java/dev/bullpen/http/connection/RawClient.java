package dev.bullpen.http.connection;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A client whose every byte the test chooses. */
final class RawClient implements Peer {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final SocketChannel channel;
  private final Selector selector;
  private final StringBuilder received = new StringBuilder();

  private RawClient(SocketAddress server) throws IOException {
    channel = SocketChannel.open(server);
    channel.configureBlocking(false);
    selector = Selector.open();
    channel.register(selector, SelectionKey.OP_READ);
  }

  static RawClient of(Listener listener) throws IOException {
    return new RawClient(
        listener instanceof Listener.Unix unix
            ? UnixDomainSocketAddress.of(unix.path())
            : new InetSocketAddress("127.0.0.1", ((Listener.Tcp) listener).port()));
  }

  /** Not more than fits into the buffers of a socket. */
  @Override
  public RawClient send(String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    return this;
  }

  @Override
  public String await(String text) throws IOException {
    while (received.indexOf(text) < 0) {
      if (!readMore(PATIENCE)) {
        throw new IOException("the end came before \"%s\": %s".formatted(text, received));
      }
    }
    return received.toString();
  }

  /** Read until the server closes; all that has come. */
  String awaitEnd(Duration patience) throws IOException {
    while (readMore(patience)) {
      // more may come
    }
    return received.toString();
  }

  String awaitEnd() throws IOException {
    return awaitEnd(PATIENCE);
  }

  private boolean readMore(Duration patience) throws IOException {
    if (selector.select(patience.toMillis()) == 0) {
      throw new IOException("nothing came any more after: " + received);
    }
    selector.selectedKeys().clear();
    ByteBuffer bytes = ByteBuffer.allocate(64 * 1024);
    try {
      if (channel.read(bytes) < 0) {
        return false;
      }
    } catch (IOException reset) {
      return false;
    }
    received.append(StandardCharsets.ISO_8859_1.decode(bytes.flip()));
    return true;
  }

  /** Say that nothing more will be sent. */
  void closeHalf() throws IOException {
    channel.shutdownOutput();
  }

  @Override
  public void reset() throws IOException {
    channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    close();
  }

  @Override
  public void leave() throws IOException {
    selector.close();
    channel.close();
  }
}
