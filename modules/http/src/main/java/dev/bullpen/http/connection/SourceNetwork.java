package dev.bullpen.http.connection;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;

/**
 * The addresses that count as one where clients are limited: an IPv4 address, or the /64 network of
 * an IPv6 address. One host may have all addresses of its IPv6 network.
 */
public final class SourceNetwork {
  private static final int NETWORK_BYTES = 8;

  private SourceNetwork() {}

  /** Of the other end of a connection; empty for a Unix socket. */
  public static Optional<String> of(SocketAddress remote) {
    return remote instanceof InetSocketAddress internet
        ? Optional.of(of(internet.getAddress()))
        : Optional.empty();
  }

  /** As text, such as {@code 192.0.2.7} or {@code 2001:db8:1:2:0:0:0:0/64}. */
  public static String of(InetAddress address) {
    InetAddress plain = plain(address.getAddress());
    if (!(plain instanceof Inet6Address) || plain.isLoopbackAddress()) {
      return plain.getHostAddress();
    }
    byte[] network = plain.getAddress();
    Arrays.fill(network, NETWORK_BYTES, network.length, (byte) 0);
    return plain(network).getHostAddress() + "/64";
  }

  /** Without the name of an interface; an IPv4 address that is written as IPv6 becomes IPv4. */
  private static InetAddress plain(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an IP address has four or sixteen bytes", e);
    }
  }
}
