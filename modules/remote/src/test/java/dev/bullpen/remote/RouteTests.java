package dev.bullpen.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.remote.FetchException.Kind;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a fetch goes, and whom it believes there. */
@Timeout(60)
class RouteTests {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  private final Fetching fetching = new Fetching();

  @Test
  void the_connection_goes_to_the_checked_address_and_carries_the_hosts_name() throws Exception {
    // The JDK's own resolver says 127.0.0.2 for this name; see src/test/hosts.
    assertEquals("127.0.0.2", InetAddress.getByName(Fetching.HOST).getHostAddress());
    try (TlsServer right = TlsServer.start(TlsServer.saying(OK));
        TlsServer wrong = TlsServer.startAt("127.0.0.2", right.port(), TlsServer.saying(OK))) {
      assertEquals("ok", fetching.text(right, "/"));

      assertEquals(List.of(Fetching.HOST), right.names());
      assertFalse(wrong.wasAsked());
    }
  }

  @Test
  void the_name_is_asked_for_once() throws Exception {
    try (TlsServer server = TlsServer.start(TlsServer.saying(OK))) {
      fetching.text(server, "/");

      assertEquals(List.of(Fetching.HOST), fetching.asked);
    }
  }

  @Test
  void a_name_that_moves_between_check_and_connection_gains_nothing() throws Exception {
    List<String> told = new ArrayList<>(List.of("127.0.0.1", "127.0.0.2"));
    try (TlsServer right = TlsServer.start(TlsServer.saying(OK));
        TlsServer wrong = TlsServer.startAt("127.0.0.2", right.port(), TlsServer.saying(OK))) {
      HttpsFetch fetch =
          new HttpsFetch(
              HttpsPolicy.of(Map.of(HttpsPolicy.ALLOW_HOSTS, "files.example:" + right.port())),
              new HttpsLimits(Duration.ofSeconds(20), 100, "test-agent"),
              new Addresses(
                  name -> List.of(Fetching.address(told.remove(0))),
                  address ->
                      address.getHostAddress().equals("127.0.0.1")
                          ? Optional.empty()
                          : Optional.of("bad")),
              () -> Certificates.context().getSocketFactory());

      Fetching.content(fetch, Fetching.uri(right, "/"), new FetchCancel());
      assertEquals(List.of("127.0.0.2"), told);
      assertFalse(wrong.wasAsked());

      // The control: the next fetch asks anew, and is refused.
      FetchException refused =
          assertThrows(
              FetchException.class,
              () -> Fetching.content(fetch, Fetching.uri(right, "/"), new FetchCancel()));
      assertEquals(Kind.POLICY, refused.kind());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1,10.0.0.1",
        "10.0.0.1,127.0.0.1",
        "127.0.0.1,127.0.0.1,169.254.169.254",
        "127.0.0.1,fe80::1",
      })
  void one_bad_address_refuses_the_host(String addresses) throws Exception {
    try (TlsServer server = TlsServer.start(TlsServer.saying(OK))) {
      fetching.foundAt(addresses.split(","));
      FetchException refused = fetching.refused(server, "/");

      assertEquals(Kind.POLICY, refused.kind());
      assertEquals("The host files.example may not be read from here", refused.getMessage());
      assertTrue(refused.detail().contains("is not public"), refused.detail());
      assertTrue(server.names().isEmpty());
    }
  }

  @Test
  void a_loopback_address_is_refused_where_no_test_allows_it() throws Exception {
    try (TlsServer server = TlsServer.start(TlsServer.saying(OK))) {
      fetching.checkedInEarnest();

      assertEquals(Kind.POLICY, fetching.refused(server, "/").kind());
      assertTrue(server.names().isEmpty());
    }
  }

  @Test
  void as_shipped_a_loopback_address_is_refused_too() {
    for (String host : List.of("127.0.0.1", "[::1]", "files.example")) {
      HttpsFetch fetch =
          new HttpsFetch(
              HttpsPolicy.of(Map.of(HttpsPolicy.ALLOW_HOSTS, host)), HttpsLimits.of(Map.of()));
      FetchException refused =
          assertThrows(
              FetchException.class,
              () ->
                  Fetching.content(fetch, URI.create("https://" + host + "/"), new FetchCancel()));

      assertEquals(Kind.POLICY, refused.kind());
      assertTrue(refused.detail().contains("is not public"), refused.detail());
    }
  }

  @Test
  void an_address_that_cannot_be_reached_leaves_the_next_one() throws Exception {
    try (TlsServer server = TlsServer.start(TlsServer.saying(OK))) {
      fetching.foundAt("127.0.0.3", "127.0.0.1");

      assertEquals("ok", fetching.text(server, "/"));
    }
  }

  @Test
  void nobody_at_any_address_is_no_answer() throws Exception {
    TlsServer server = TlsServer.start(TlsServer.saying(OK));
    server.close();

    assertEquals(Kind.NETWORK, fetching.refused(server, "/").kind());
  }

  @Test
  void a_host_that_cannot_be_found_is_refused_like_one_that_is_hidden() throws Exception {
    try (TlsServer server = TlsServer.start(TlsServer.saying(OK))) {
      fetching.foundAt();
      FetchException refused = fetching.refused(server, "/");

      assertEquals(Kind.POLICY, refused.kind());
      assertEquals("The host files.example may not be read from here", refused.getMessage());
      assertTrue(refused.detail().contains("cannot be found"), refused.detail());
    }
  }

  @Test
  void a_certificate_for_another_name_is_refused() throws Exception {
    try (TlsServer server = TlsServer.start(TlsServer.saying(OK))) {
      HttpsFetch fetch = fetching.from("other.example", server.port());
      URI uri = URI.create("https://other.example:" + server.port() + "/");
      FetchException refused =
          assertThrows(FetchException.class, () -> Fetching.content(fetch, uri, new FetchCancel()));

      assertEquals(Kind.NETWORK, refused.kind());
      assertEquals("No secure connection to other.example", refused.getMessage());
      assertFalse(server.wasAsked());
    }
  }

  @Test
  void a_certificate_of_an_unknown_issuer_is_refused() throws Exception {
    try (TlsServer server = TlsServer.start(TlsServer.saying(OK))) {
      HttpsFetch fetch =
          new HttpsFetch(
              HttpsPolicy.of(Map.of(HttpsPolicy.ALLOW_HOSTS, "files.example:" + server.port())),
              HttpsLimits.of(Map.of()),
              new Addresses(
                  name -> List.of(Fetching.address("127.0.0.1")), address -> Optional.empty()),
              () -> (SSLSocketFactory) SSLSocketFactory.getDefault());
      FetchException refused =
          assertThrows(
              FetchException.class,
              () -> Fetching.content(fetch, Fetching.uri(server, "/"), new FetchCancel()));

      assertEquals("No secure connection to files.example", refused.getMessage());
      assertFalse(server.wasAsked());
    }
  }

  @Test
  void an_address_in_the_uri_is_connected_to_as_it_is() throws Exception {
    try (TlsServer server = TlsServer.start(TlsServer.saying(OK))) {
      HttpsFetch fetch = fetching.from("127.0.0.1", server.port());
      URI uri = URI.create("https://127.0.0.1:" + server.port() + "/");

      assertEquals(2, Fetching.content(fetch, uri, new FetchCancel()).length);
      assertTrue(fetching.asked.isEmpty());
      assertTrue(server.names().isEmpty());
    }
  }

  @Test
  void proxies_of_the_system_are_not_used() throws Exception {
    Map<String, String> proxies;
    try (TlsServer server = TlsServer.start(TlsServer.saying(OK));
        ServerSocket proxy = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.2"))) {
      String port = Integer.toString(proxy.getLocalPort());
      proxies =
          Map.of(
              "https.proxyHost",
              "proxy.example",
              "https.proxyPort",
              port,
              "socksProxyHost",
              "proxy.example",
              "socksProxyPort",
              port,
              "socksNonProxyHosts",
              "",
              "http.nonProxyHosts",
              "");
      proxies.forEach(System::setProperty);
      try {
        assertEquals("ok", fetching.text(server, "/"));
      } finally {
        proxies.keySet().forEach(System::clearProperty);
      }
    }
  }

  @Test
  void no_thread_is_left() throws Exception {
    try (TlsServer server = TlsServer.start(TlsServer.saying(OK))) {
      fetching.text(server, "/");
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread.getName().equals("https fetch " + Fetching.HOST)) {
          thread.join(30_000);
          assertFalse(thread.isAlive());
        }
      }
    }
  }
}
