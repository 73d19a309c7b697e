package dev.bullpen.remote;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Fetches from servers on loopback addresses. Only tests can: the resolver and the check are given
 * to a constructor that nothing outside of the package sees.
 */
final class Fetching {
  static final String HOST = "files.example";

  final List<String> asked = new ArrayList<>();
  private List<InetAddress> addresses = List.of(address("127.0.0.1"));
  private Duration timeout = Duration.ofSeconds(20);
  private int maxBytes = 1_000;
  private Tls tls = () -> Certificates.context().getSocketFactory();
  private AddressCheck check =
      address ->
          address.isLoopbackAddress() ? Optional.empty() : new PublicAddresses().objection(address);

  Fetching trusting(Tls other) {
    tls = other;
    return this;
  }

  static InetAddress address(String literal) {
    try {
      return InetAddress.getByName(literal);
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  Fetching foundAt(String... literals) {
    addresses = List.of(literals).stream().map(Fetching::address).toList();
    return this;
  }

  Fetching within(Duration limit) {
    timeout = limit;
    return this;
  }

  Fetching atMost(int bytes) {
    maxBytes = bytes;
    return this;
  }

  Fetching checkedInEarnest() {
    check = new PublicAddresses();
    return this;
  }

  HttpsFetch from(String host, int port) {
    HttpsPolicy policy = HttpsPolicy.of(Map.of(HttpsPolicy.ALLOW_HOSTS, host + ":" + port));
    Resolver resolver =
        name -> {
          asked.add(name);
          return addresses;
        };
    return new HttpsFetch(
        policy,
        new HttpsLimits(timeout, maxBytes, "test-agent"),
        new Addresses(resolver, check),
        tls);
  }

  String text(TlsServer server, String path) throws FetchException {
    byte[] content = content(from(HOST, server.port()), uri(server, path), new FetchCancel());
    return new String(content, StandardCharsets.ISO_8859_1);
  }

  static byte[] content(HttpsFetch fetch, URI uri, FetchCancel cancel) throws FetchException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    fetch.fetch(uri, Duration.ZERO, cancel, content);
    return content.toByteArray();
  }

  FetchException refused(TlsServer server, String path) {
    return assertThrows(FetchException.class, () -> text(server, path));
  }

  static URI uri(TlsServer server, String path) {
    return URI.create("https://" + HOST + ":" + server.port() + path);
  }
}
