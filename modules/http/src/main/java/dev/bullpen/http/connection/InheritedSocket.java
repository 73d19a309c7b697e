package dev.bullpen.http.connection;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.PosixException;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;

/**
 * The listening socket that this process got as its standard input, see {@link
 * System#inheritedChannel}. systemd passes it as descriptor 3, and the start script moves it.
 * Closing it here leaves it open in systemd, where connections wait for the next server.
 */
final class InheritedSocket {
  private static final int OUTPUT = 1;
  private static final int ERROR_OUTPUT = 2;

  private final ServerSocketChannel channel;
  private final Descriptor errors;

  private InheritedSocket(ServerSocketChannel channel, Descriptor errors) {
    this.channel = channel;
    this.errors = errors;
  }

  /**
   * @throws IOException with a sentence for the user if there is none, or if users may connect to
   *     it that may not connect to a socket made by this server
   */
  static InheritedSocket take() throws IOException {
    if (!(System.inheritedChannel() instanceof ServerSocketChannel channel)) {
      throw new IOException(
          "systemd has passed no listening stream socket to this process. Start it by the service that belongs to a .socket unit, as the command of ExecStart itself; or name HOST:PORT or unix:PATH");
    }
    if (channel.getLocalAddress() instanceof UnixDomainSocketAddress unix) {
      new SocketFile(unix.getPath()).checkInherited();
    }
    return new InheritedSocket(channel, Descriptor.of(ERROR_OUTPUT).duplicate());
  }

  ServerSocketChannel channel() {
    return channel;
  }

  SocketAddress address() throws IOException {
    return channel.getLocalAddress();
  }

  /**
   * Accept no more connections; idempotent. When this channel is closed, the JDK replaces the
   * standard streams with /dev/null, so the error output is restored at once.
   */
  void close() throws IOException {
    channel.close();
    try {
      errors.takeOver(ERROR_OUTPUT);
      errors.takeOver(OUTPUT); // a copy that the start script made
    } catch (PosixException e) {
      throw new IOException("The error output is lost: " + e.getMessage(), e);
    }
  }
}
