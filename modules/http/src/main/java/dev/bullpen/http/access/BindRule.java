package dev.bullpen.http.access;

import dev.bullpen.server.HttpOptions;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The conditions for listening on an address that other machines can reach. If one is not met, the
 * server exits with code 2.
 */
public final class BindRule {
  private BindRule() {}

  /**
   * The violated conditions, each with what to do; none if the server may listen.
   *
   * @param addresses resolved, not bound yet
   */
  public static List<String> violations(Collection<SocketAddress> addresses, HttpOptions http) {
    boolean isAnonymous = http.clients().isAnonymous();
    boolean isBehindProxy = http.reach().isBehindProxy();
    List<String> found = new ArrayList<>();
    List<InetSocketAddress> internet = HostRule.internet(addresses).toList();
    List<InetSocketAddress> unknown =
        internet.stream().filter(InetSocketAddress::isUnresolved).toList();
    List<InetSocketAddress> open = internet.stream().filter(address -> isOpen(address)).toList();
    if (!unknown.isEmpty()) {
      found.add(
          "No address is known for %s. Give the address of a network interface of this machine, or 127.0.0.1."
              .formatted(written(unknown)));
    }
    if (!open.isEmpty() && isAnonymous) {
      found.add(
          "--anonymous is for this machine alone, and %s can be reached from others. Leave --anonymous out, or listen on 127.0.0.1, [::1] or a Unix socket."
              .formatted(written(open)));
    }
    if (isAnonymous && isBehindProxy) {
      found.add(
          "--anonymous is for this machine alone, and --behind-proxy lets in clients of others. Leave --anonymous out. If the proxy itself asks for a login, leave --behind-proxy out instead.");
    }
    if (!open.isEmpty() && http.reach().certificate().isEmpty() && !isBehindProxy) {
      found.add(
          "%s can be reached from other machines, and tokens would cross the network readable. Give --tls-cert and --tls-key, or --behind-proxy if a proxy in front does TLS, or listen on 127.0.0.1, [::1] or a Unix socket."
              .formatted(written(open)));
    }
    if (internet.stream().anyMatch(BindRule::isWildcard) && http.clients().hosts().isEmpty()) {
      found.add(
          "A wildcard address says nothing about the server's host name. Give --allow-host with the host name that clients use in their URLs.");
    }
    return found;
  }

  private static boolean isOpen(InetSocketAddress address) {
    return !address.isUnresolved() && !address.getAddress().isLoopbackAddress();
  }

  private static boolean isWildcard(InetSocketAddress address) {
    return !address.isUnresolved() && address.getAddress().isAnyLocalAddress();
  }

  private static String written(List<InetSocketAddress> addresses) {
    return addresses.stream().map(BindRule::written).collect(Collectors.joining(" and "));
  }

  private static String written(InetSocketAddress address) {
    String host =
        address.isUnresolved() ? address.getHostString() : WrittenAddress.of(address.getAddress());
    return host + ":" + address.getPort();
  }
}
