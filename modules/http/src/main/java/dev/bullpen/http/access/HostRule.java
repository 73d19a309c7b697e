package dev.bullpen.http.access;

import dev.bullpen.http.access.Verdict.Refused;
import dev.bullpen.project.file.EscapedBytes;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Which host names clients may use for the server. It prevents DNS rebinding, where a page has its
 * own name resolve to 127.0.0.1.
 *
 * <p>Names are compared as text, ignoring case: two spellings of an address are two names. A
 * refused request gets 403, which all versions of the official suite expect. 421 would make
 * browsers repeat it.
 */
public final class HostRule {
  static final List<String> LOOPBACK_NAMES = List.of("localhost", "127.0.0.1", "[::1]");

  private static final Pattern DEFAULT_PORT = Pattern.compile(":(80|443)$");
  private static final Pattern PORT = Pattern.compile(":[0-9]+$");

  /** A name, or an IPv6 address in brackets, with or without a port. */
  private static final Pattern NAME =
      Pattern.compile("([a-z0-9._-]+|\\[[0-9a-f:.]+])(:[0-9]{1,5})?");

  /** Clients of a Unix socket need a name for their URL. Its port has no meaning. */
  private static final Pattern LOCALHOST = Pattern.compile("localhost(:[0-9]{1,5})?");

  private final Set<String> names;
  private final boolean hasUnixSocket;

  private HostRule(Set<String> names, boolean hasUnixSocket) {
    this.names = Set.copyOf(names);
    this.hasUnixSocket = hasUnixSocket;
  }

  /**
   * @param bound the bound addresses, with their actual ports
   * @param allowed further names: {@code HOST:PORT}, or {@code HOST} for no port and the bound
   *     ports
   * @throws AccessException if one of them is not a name
   */
  public static HostRule of(Collection<SocketAddress> bound, Collection<String> allowed)
      throws AccessException {
    Set<String> names = new HashSet<>();
    for (String given : allowed) {
      String name = given.toLowerCase(Locale.ROOT);
      if (!NAME.matcher(name).matches()) {
        throw new AccessException(
            "--allow-host %s is not a host name. Give a name or an address, with or without a port: mcp.example.com, 192.0.2.1:8080, [2001:db8::1]."
                .formatted(EscapedBytes.of(given)));
      }
      names.add(name);
      if (!PORT.matcher(name).find()) {
        internet(bound).forEach(address -> names.add(name + ":" + address.getPort()));
      }
    }
    internet(bound).forEach(address -> names.addAll(ownNames(address)));
    // Clients and Jetty leave out the scheme's default port.
    List<String> bare =
        names.stream()
            .filter(name -> DEFAULT_PORT.matcher(name).find())
            .map(name -> DEFAULT_PORT.matcher(name).replaceFirst(""))
            .toList();
    names.addAll(bare);
    return new HostRule(names, internet(bound).count() < bound.size());
  }

  static Stream<InetSocketAddress> internet(Collection<SocketAddress> bound) {
    return bound.stream()
        .filter(InetSocketAddress.class::isInstance)
        .map(InetSocketAddress.class::cast);
  }

  /** A wildcard address is not a name: browsers take 0.0.0.0 for this machine. */
  private static List<String> ownNames(InetSocketAddress bound) {
    InetAddress address = bound.getAddress();
    Stream<String> own =
        address.isAnyLocalAddress() ? Stream.of() : Stream.of(WrittenAddress.of(address));
    return Stream.concat(LOOPBACK_NAMES.stream(), own)
        .map(host -> host + ":" + bound.getPort())
        .toList();
  }

  /** Why a request for these hosts is refused; empty if it is not. */
  public Optional<Refused> objection(List<String> hosts) {
    if (hosts.isEmpty()) {
      return Optional.of(new Refused(HttpStatus.BAD_REQUEST_400, "The request names no host."));
    }
    return hosts.stream()
        .filter(host -> !isOurs(host.toLowerCase(Locale.ROOT)))
        .findFirst()
        .map(
            host ->
                new Refused(
                    HttpStatus.FORBIDDEN_403,
                    "This server is not called %s. Use one of its own names, or start it with --allow-host and this name."
                        .formatted(EscapedBytes.of(host))));
  }

  private boolean isOurs(String host) {
    return names.contains(host) || hasUnixSocket && LOCALHOST.matcher(host).matches();
  }
}
