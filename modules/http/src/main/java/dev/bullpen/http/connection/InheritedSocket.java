package dev.bullpen.http.connection;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.PosixException;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;

/**
 * The socket that this process was started with as its standard input; see {@link
 * System#inheritedChannel}. The start script puts there the one that systemd passes as descriptor
 * 3. To close it leaves it open in systemd, where connections wait for the next server.
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
   * @throws IOException with a sentence for the user if there is none, or others may connect to it
   *     than to a socket of our own
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
   * Accept nothing more; idempotent. The JDK puts /dev/null in place of the standard streams when
   * it closes this channel, so the error output is put back at once.
   */
  void close() throws IOException {
    channel.close();
    try {
      errors.takeOver(ERROR_OUTPUT);
      errors.takeOver(OUTPUT); // the JVM's own, as the start script has it
    } catch (PosixException e) {
      throw new IOException("The error output is lost: " + e.getMessage(), e);
    }
  }
}
