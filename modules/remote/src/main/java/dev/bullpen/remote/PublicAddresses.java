package dev.bullpen.remote;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Lets through the addresses of the public internet and no others, after IANA's registries of
 * special-purpose addresses.
 *
 * <p>In IPv4 what is not public is listed. In IPv6 the public part is one eighth, 2000::/3, and
 * what is not public within it is listed. There are also IPv6 addresses that carry an IPv4 address
 * which a gateway goes on to: NAT64's are in daily use and judged by the address they carry; those
 * of 6to4 and Teredo, given up long ago, carry nobody to a web server and are refused as a whole,
 * and the mapped and compatible ones lie outside of 2000::/3.
 */
final class PublicAddresses implements AddressCheck {
  private static final int IPV4_BYTES = 4;
  private static final int IPV6_BYTES = 16;

  private static final List<Network> NOT_PUBLIC =
      List.of(
          Network.of("0.0.0.0/8", "this network"),
          Network.of("10.0.0.0/8", "private"),
          Network.of("100.64.0.0/10", "shared by a provider's customers"),
          Network.of("127.0.0.0/8", "loopback"),
          Network.of("168.63.129.16/32", "of a cloud's host"),
          Network.of("169.254.0.0/16", "link-local"),
          Network.of("172.16.0.0/12", "private"),
          Network.of("192.0.0.0/24", "reserved for protocols"),
          Network.of("192.0.2.0/24", "for documentation"),
          Network.of("192.88.99.0/24", "6to4 relays"),
          Network.of("192.168.0.0/16", "private"),
          Network.of("198.18.0.0/15", "for benchmarks"),
          Network.of("198.51.100.0/24", "for documentation"),
          Network.of("203.0.113.0/24", "for documentation"),
          Network.of("224.0.0.0/4", "multicast"),
          Network.of("240.0.0.0/4", "reserved or broadcast"),
          Network.of("2001::/23", "reserved for protocols, Teredo among them"),
          Network.of("2001:db8::/32", "for documentation"),
          Network.of("2002::/16", "6to4"),
          Network.of("3fff::/20", "for documentation"));

  private static final Network GLOBAL_UNICAST = Network.of("2000::/3", "global unicast");
  private static final Network NAT64 = Network.of("64:ff9b::/96", "NAT64");

  @Override
  public Optional<String> objection(InetAddress address) {
    return objection(address.getAddress());
  }

  /** For an address in network order; 4 or 16 bytes. */
  static Optional<String> objection(byte[] address) {
    if (NAT64.has(address)) {
      return objection(Arrays.copyOfRange(address, IPV6_BYTES - IPV4_BYTES, IPV6_BYTES));
    }
    for (Network network : NOT_PUBLIC) {
      if (network.has(address)) {
        return Optional.of(network.name());
      }
    }
    return address.length == IPV4_BYTES || GLOBAL_UNICAST.has(address)
        ? Optional.empty()
        : Optional.of("not global unicast");
  }
}
