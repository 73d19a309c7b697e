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

/** Where connections come in. As text it is what the command line takes. */
public sealed interface Listener {
  /** Whether only this machine's processes can connect. */
  boolean isLocal();

  /** Where it is, a host looked up; unresolved if that is not known. */
  SocketAddress address();

  /**
   * @param host a name or an address, an IPv6 address without brackets
   * @param port 0 for any that is free
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
        return false; // it cannot be listened on either
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
   * A socket of the file system.
   *
   * @param path absolute
   */
  record Unix(Path path) implements Listener {
    private static final String PREFIX = "unix:";

    /** {@code sun_path} of unix(7), less the byte at its end. */
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
              "its path has %d bytes, and that of a socket at most %d; name a shorter one"
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

  /** The same as addresses, of which some may not be known. */
  static List<SocketAddress> addresses(List<Listener> listeners) {
    return listeners.stream().map(Listener::address).toList();
  }

  /**
   * A socket that another process listens on too and has handed to this one, as systemd does. While
   * this process starts or ends, connections wait there.
   *
   * @param place where it is
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
   * Read the form of the command line: {@code HOST:PORT}, {@code [IPV6]:PORT}, {@code unix:PATH},
   * or {@code systemd} for a socket that this process was started with.
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
