package dev.bullpen.http.connection;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** An address to listen on. Its text is the form of the command line. */
public sealed interface Listener {
  /** Whether only processes of this machine can connect. */
  boolean isLocal();

  /** The address, resolved if the host is known. */
  SocketAddress address();

  /**
   * @param host a name or an address, an IPv6 address without brackets
   * @param port 0 for any free port
   */
  record Tcp(String host, int port) implements Listener {
    private static final int LAST_PORT = 65535;

    private static Tcp parse(String text) {
      int colon = text.lastIndexOf(':');
      String host = text.substring(0, Math.max(colon, 0));
      String port = text.substring(colon + 1);
      if (host.startsWith("[") && host.endsWith("]")) {
        host = host.substring(1, host.length() - 1);
      } else if (host.contains(":")) {
        throw wrong(text, "put brackets around an IPv6 address, as in [::1]:8080");
      }
      if (host.isBlank()) {
        throw wrong(text, "name the address too, as in 127.0.0.1:8080");
      }
      if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) > LAST_PORT) {
        throw wrong(text, "end with a port from 0 to 65535, as in 127.0.0.1:8080");
      }
      return new Tcp(host, Integer.parseInt(port));
    }

    @Override
    public boolean isLocal() {
      try {
        return InetAddress.getByName(host).isLoopbackAddress();
      } catch (UnknownHostException e) {
        return false; // it cannot be bound either
      }
    }

    @Override
    public InetSocketAddress address() {
      return new InetSocketAddress(host, port);
    }

    @Override
    public String toString() {
      return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
  }

  /**
   * A Unix socket.
   *
   * @param path absolute
   */
  record Unix(Path path) implements Listener {
    private static final String PREFIX = "unix:";

    /** The size of {@code sun_path} in unix(7), less its final NUL. */
    private static final int MOST_PATH_BYTES = 107;

    private static Unix parse(String text) {
      String name = text.substring(PREFIX.length());
      if (name.isEmpty()) {
        throw wrong(text, "name a file, as in unix:/run/user/1000/bullpen/mcp");
      }
      try {
        Path path = Path.of(name).toAbsolutePath().normalize();
        int bytes = path.toString().getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_PATH_BYTES) {
          throw wrong(
              text,
              "its path has %d bytes, and a socket's may have %d; name a shorter one"
                  .formatted(bytes, MOST_PATH_BYTES));
        }
        return new Unix(path);
      } catch (InvalidPathException e) {
        throw wrong(text, e.getReason());
      }
    }

    @Override
    public boolean isLocal() {
      return true;
    }

    @Override
    public UnixDomainSocketAddress address() {
      return UnixDomainSocketAddress.of(path);
    }

    @Override
    public String toString() {
      return PREFIX + path;
    }
  }

  /** The listeners' addresses; unknown hosts stay unresolved. */
  static List<SocketAddress> addresses(List<Listener> listeners) {
    return listeners.stream().map(Listener::address).toList();
  }

  /**
   * A listening socket that another process, such as systemd, has passed to this one and holds too.
   * Connections wait there while this process starts or ends.
   *
   * @param place its address
   */
  record Inherited(InheritedSocket socket, Listener place) implements Listener {
    private static final String WORD = "systemd";

    private static Inherited take() {
      try {
        InheritedSocket socket = InheritedSocket.take();
        return new Inherited(socket, place(socket.address()));
      } catch (IOException e) {
        throw wrong(WORD, e.getMessage());
      }
    }

    private static Listener place(SocketAddress address) {
      if (address instanceof InetSocketAddress internet) {
        return new Tcp(internet.getAddress().getHostAddress(), internet.getPort());
      }
      return new Unix(((UnixDomainSocketAddress) address).getPath());
    }

    @Override
    public boolean isLocal() {
      return place.isLocal();
    }

    @Override
    public SocketAddress address() {
      return place.address();
    }

    @Override
    public String toString() {
      return place.toString();
    }
  }

  /**
   * Parse the form of the command line: {@code HOST:PORT}, {@code [IPV6]:PORT}, {@code unix:PATH},
   * or {@code systemd} for an inherited socket.
   *
   * @throws IllegalArgumentException with a sentence for the user if it is none of these
   */
  static Listener parse(String text) {
    if (text.equals(Inherited.WORD)) {
      return Inherited.take();
    }
    return text.startsWith(Unix.PREFIX) ? Unix.parse(text) : Tcp.parse(text);
  }

  private static IllegalArgumentException wrong(String text, String advice) {
    return new IllegalArgumentException("Cannot listen on \"%s\": %s".formatted(text, advice));
  }
}
