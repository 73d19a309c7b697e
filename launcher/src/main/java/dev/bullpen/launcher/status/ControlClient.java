package dev.bullpen.launcher.status;

import dev.bullpen.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Sends one request to a server's control socket, and reads the answer's lines. One thread. */
final class ControlClient implements AutoCloseable {
  private static final int BUFFER_BYTES = 8 * 1024;

  private final SocketChannel channel;
  private final Selector selector;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).flip();

  private ControlClient(SocketChannel channel, Selector selector) {
    this.channel = channel;
    this.selector = selector;
  }

  static ControlClient ask(Path socket, ObjectNode request) throws IOException {
    SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
    try {
      write(channel, request);
      channel.configureBlocking(false);
      Selector selector = Selector.open();
      channel.register(selector, SelectionKey.OP_READ);
      return new ControlClient(channel, selector);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static void write(SocketChannel channel, ObjectNode request) {
    try {
      channel.write(ByteBuffer.wrap(Json.line(request)));
    } catch (IOException e) {
      // The server has closed the connection. Its answer, such as a refusal, can still be read.
    }
  }

  /**
   * The next line; empty at the end.
   *
   * @param patience how long it may take; zero for any time
   * @throws IOException if it takes longer, as when the server's process is stopped
   */
  Optional<String> line(Duration patience) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (true) {
      while (buffer.hasRemaining()) {
        byte next = buffer.get();
        if (next == '\n') {
          return Optional.of(line.toString(StandardCharsets.UTF_8));
        }
        line.write(next);
      }
      if (!fill(patience)) {
        return Optional.empty();
      }
    }
  }

  /** Reads more; false at the end. */
  private boolean fill(Duration patience) throws IOException {
    if (selector.select(patience.toMillis()) == 0) {
      throw new IOException("it does not answer within %d s".formatted(patience.toSeconds()));
    }
    selector.selectedKeys().clear();
    buffer.clear();
    int read = channel.read(buffer);
    buffer.flip();
    return read >= 0;
  }

  @Override
  public void close() throws IOException {
    selector.close();
    channel.close();
  }
}
