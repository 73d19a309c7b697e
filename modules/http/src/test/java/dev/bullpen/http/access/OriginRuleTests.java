package dev.bullpen.http.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.http.access.Verdict.Refused;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OriginRuleTests {
  private static final List<SocketAddress> LOOPBACK =
      List.of(new InetSocketAddress("127.0.0.1", 8080));

  private static OriginRule rule(String... listed) throws AccessException {
    return OriginRule.of(LOOPBACK, List.of(listed));
  }

  private static Optional<Integer> status(OriginRule rule, String origin) {
    return rule.objection(Optional.of(origin)).map(Refused::status);
  }

  @Test
  void a_program_that_is_no_browser_sends_none_and_passes() throws AccessException {
    assertEquals(Optional.empty(), rule().objection(Optional.empty()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:8080",
        "http://127.0.0.1:8080",
        "http://[::1]:8080",
        "https://localhost:8080"
      })
  void pages_of_our_own_loopback_names_pass(String origin) throws AccessException {
    assertEquals(Optional.empty(), status(rule(), origin));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "",
        "*",
        "http://evil.example",
        "http://evil.example:8080",
        "http://localhost",
        "http://localhost:3000",
        "http://localhost:80800",
        "http://localhost.evil.example:8080",
        "http://localhost:8080.evil.example",
        "http://localhost:8080/",
        "http://evil.example/http://localhost:8080",
        "http://user@localhost:8080",
        "HTTP://localhost:8080",
        "file://",
        "chrome-extension://abcdefghijklmnop",
        "http://localhost:8080, http://evil.example",
        "localhost:8080",
        "http://192.0.2.7:8080"
      })
  void pages_of_all_others_are_refused(String origin) throws AccessException {
    assertEquals(Optional.of(403), status(rule(), origin));
    assertEquals(Optional.of(403), status(rule("https://app.example.com"), origin));
  }

  @Test
  void a_listed_origin_passes_and_none_like_it() throws AccessException {
    OriginRule rule = rule("https://App.example.com", "http://localhost:6274");
    assertEquals(Optional.empty(), status(rule, "https://app.example.com"));
    assertEquals(Optional.empty(), status(rule, "http://localhost:6274"));
    for (String other :
        List.of(
            "http://app.example.com",
            "https://app.example.com:8443",
            "https://sub.app.example.com",
            "https://app.example.com.evil.example",
            "https://localhost:6274")) {
      assertEquals(Optional.of(403), status(rule, other), other);
    }
  }

  @Test
  void a_default_port_is_left_out_as_browsers_do() throws AccessException {
    OriginRule rule =
        OriginRule.of(
            List.of(new InetSocketAddress("127.0.0.1", 80)),
            List.of("https://app.example.com:443"));
    assertEquals(Optional.empty(), status(rule, "https://app.example.com"));
    assertEquals(Optional.empty(), status(rule, "http://localhost"));
  }

  @Test
  void a_unix_socket_has_no_pages() throws AccessException {
    OriginRule rule = OriginRule.of(List.of(UnixDomainSocketAddress.of("/run/s")), List.of());
    assertEquals(Optional.of(403), status(rule, "http://localhost"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*",
        "null",
        "",
        "app.example.com",
        "https://",
        "https://app.example.com/",
        "https://*.example.com",
        "https://app.example.com/page",
        "https://u@app.example.com"
      })
  void what_is_no_origin_cannot_be_listed(String origin) {
    String message = assertThrows(AccessException.class, () -> rule(origin)).getMessage();
    assertTrue(message.contains("--allow-origin " + origin), message);
  }
}
