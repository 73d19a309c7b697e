package dev.bullpen.http.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.server.HttpOptions;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BindRuleTests {
  private enum Option {
    TLS,
    PROXY,
    ANONYMOUS,
    NAMED
  }

  private static SocketAddress address(String text) {
    int colon = text.lastIndexOf(':');
    String host = text.substring(0, colon);
    int port = Integer.parseInt(text.substring(colon + 1));
    return host.equals("unknown.invalid")
        ? InetSocketAddress.createUnresolved(host, port)
        : new InetSocketAddress(host, port);
  }

  private static HttpOptions http(Set<Option> given) {
    return new HttpOptions(
        new HttpOptions.Reach(
            List.of(),
            given.contains(Option.TLS) ? Optional.of(Path.of("cert.pem")) : Optional.empty(),
            Optional.empty(),
            given.contains(Option.PROXY)),
        new HttpOptions.Clients(
            given.contains(Option.ANONYMOUS),
            Optional.empty(),
            Optional.empty(),
            given.contains(Option.NAMED) ? List.of("mcp.example.com") : List.of(),
            List.of()),
        true,
        Duration.ZERO,
        Optional.empty(),
        Optional.empty());
  }

  /** A word of each sentence that is expected, in order. */
  private static final List<String> MARKS =
      List.of(
          "No address is known",
          "can be reached from others",
          "lets in clients of others",
          "cross the network readable",
          "A wildcard address");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # addresses                 | options             | numbers of the sentences above
          127.0.0.1:8080              |                     |
          [::1]:8080                  |                     |
          127.8.0.1:8080              |                     |
          unix                        |                     |
          127.0.0.1:8080              | ANONYMOUS           |
          [::1]:8080                  | ANONYMOUS           |
          unix                        | ANONYMOUS           |
          127.0.0.1:8080 unix         | ANONYMOUS           |
          127.0.0.1:8080              | TLS                 |
          127.0.0.1:8080              | PROXY               |
          127.0.0.1:8080              | ANONYMOUS PROXY     | 2
          192.0.2.7:8080              |                     | 3
          192.0.2.7:8080              | NAMED               | 3
          192.0.2.7:8080              | TLS                 |
          192.0.2.7:8080              | PROXY               |
          192.0.2.7:8080              | ANONYMOUS           | 1 3
          192.0.2.7:8080              | ANONYMOUS TLS       | 1
          192.0.2.7:8080              | ANONYMOUS PROXY     | 1 2
          127.0.0.1:8080 192.0.2.7:80 | ANONYMOUS TLS       | 1
          [2001:db8::7]:8080          |                     | 3
          [2001:db8::7]:8080          | TLS                 |
          0.0.0.0:8080                | TLS                 | 4
          0.0.0.0:8080                | TLS NAMED           |
          0.0.0.0:8080                | PROXY NAMED         |
          [::]:8080                   |                     | 3 4
          0.0.0.0:8080                | ANONYMOUS TLS NAMED | 1
          unknown.invalid:8080        | TLS                 | 0
          """)
  void an_address_is_listened_on_if_its_clients_are_known_and_not_overheard(
      String addresses, String options, String expected) {
    Set<Option> given = EnumSet.noneOf(Option.class);
    words(options).map(Option::valueOf).forEach(given::add);
    List<SocketAddress> bound =
        words(addresses)
            .map(it -> it.equals("unix") ? UnixDomainSocketAddress.of("/run/s") : address(it))
            .toList();
    List<String> violations = BindRule.violations(bound, http(given));
    List<String> marks = words(expected).map(Integer::parseInt).map(MARKS::get).toList();
    assertEquals(marks.size(), violations.size(), violations.toString());
    for (int i = 0; i < marks.size(); i++) {
      assertTrue(violations.get(i).contains(marks.get(i)), violations.get(i));
    }
  }

  private static Stream<String> words(String text) {
    return text == null ? Stream.of() : Arrays.stream(text.split(" +"));
  }

  @ParameterizedTest
  @CsvSource({"192.0.2.7:8080, 192.0.2.7:8080", "2001:db8::7:8080, [2001:db8::7]:8080"})
  void a_sentence_names_the_address(String given, String written) {
    assertEquals(
        List.of(
            written
                + " can be reached from other machines, and tokens would cross the network readable. Give --tls-cert and --tls-key, or --behind-proxy if a proxy in front does TLS, or listen on 127.0.0.1, [::1] or a Unix socket."),
        BindRule.violations(List.of(address(given)), http(Set.of())));
  }
}
