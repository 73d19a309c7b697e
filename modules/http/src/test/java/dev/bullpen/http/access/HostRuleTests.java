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

class HostRuleTests {
  private static final SocketAddress LOOPBACK = new InetSocketAddress("127.0.0.1", 8080);
  private static final SocketAddress SOCKET = UnixDomainSocketAddress.of("/run/bullpen.socket");

  private static HostRule rule(SocketAddress bound, String... allowed) throws AccessException {
    return HostRule.of(List.of(bound), List.of(allowed));
  }

  private static void assertTaken(HostRule rule, String host) {
    assertEquals(Optional.empty(), rule.objection(List.of(host)), host);
  }

  private static void assertRefused(HostRule rule, String host) {
    assertEquals(Optional.of(403), rule.objection(List.of(host)).map(Refused::status), host);
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost:8080", "LocalHost:8080", "127.0.0.1:8080", "[::1]:8080"})
  void a_loopback_name_with_our_port_is_taken(String host) throws AccessException {
    assertTaken(rule(LOOPBACK), host);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example.com",
        "evil.example.com:8080",
        "localhost",
        "localhost:8081",
        "localhost:80",
        "localhost.:8080",
        "localhost.evil.example:8080",
        "127.0.0.1.nip.io:8080",
        "127.1:8080",
        "2130706433:8080",
        "0x7f.0.0.1:8080",
        "0.0.0.0:8080",
        "127.0.0.2:8080",
        "[0:0:0:0:0:0:0:1]:8080",
        "[::ffff:127.0.0.1]:8080",
        "localhost:08080",
        "localhost:8080, evil.example",
        "localhost:8080@evil.example",
        "user@localhost:8080",
        "*",
        ""
      })
  void another_name_or_spelling_or_port_is_refused(String host) throws AccessException {
    assertRefused(rule(LOOPBACK), host);
  }

  @Test
  void all_hosts_of_a_request_must_be_ours() throws AccessException {
    HostRule rule = rule(LOOPBACK);
    assertEquals(
        Optional.of(403),
        rule.objection(List.of("localhost:8080", "evil.example")).map(Refused::status));
    assertEquals(Optional.of(400), rule.objection(List.of()).map(Refused::status));
  }

  @Test
  void a_default_port_may_be_left_out() throws AccessException {
    HostRule http = rule(new InetSocketAddress("127.0.0.1", 80));
    assertTaken(http, "localhost");
    assertTaken(http, "localhost:80");
    assertTaken(rule(new InetSocketAddress("127.0.0.1", 443)), "localhost");
    HostRule given = rule(LOOPBACK, "a.example:443", "b.example:80", "c.example:8443");
    assertTaken(given, "a.example");
    assertTaken(given, "b.example");
    assertRefused(given, "c.example");
  }

  @Test
  void the_address_that_is_listened_on_is_a_name() throws AccessException {
    assertTaken(rule(new InetSocketAddress("192.0.2.7", 8080)), "192.0.2.7:8080");
    assertTaken(rule(new InetSocketAddress("2001:db8::5", 8080)), "[2001:db8::5]:8080");
    assertTaken(rule(new InetSocketAddress("2001:db8::5:0:0:0", 8080)), "[2001:db8:0:0:5::]:8080");
    assertTaken(rule(new InetSocketAddress("fe80::1:0:0:2", 8080)), "[fe80::1:0:0:2]:8080");
    assertTaken(rule(new InetSocketAddress("::1", 8080)), "[::1]:8080");
    assertRefused(rule(new InetSocketAddress("192.0.2.7", 8080)), "192.0.2.8:8080");
  }

  @Test
  void an_address_that_stands_for_all_is_none() throws AccessException {
    HostRule rule = rule(new InetSocketAddress("0.0.0.0", 8080));
    assertTaken(rule, "localhost:8080");
    assertRefused(rule, "0.0.0.0:8080");
    assertRefused(rule(new InetSocketAddress("::", 8080)), "[::]:8080");
  }

  @Test
  void an_operator_gives_further_names() throws AccessException {
    HostRule rule = rule(LOOPBACK, "MCP.example.com", "other.example:8443", "[2001:DB8::9]");
    for (String host :
        List.of(
            "mcp.example.com",
            "MCP.EXAMPLE.COM:8080",
            "other.example:8443",
            "[2001:db8::9]",
            "[2001:db8::9]:8080")) {
      assertTaken(rule, host);
    }
    for (String host :
        List.of("mcp.example.com:81", "other.example", "other.example:8080", "example.com")) {
      assertRefused(rule, host);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*",
        "*.example.com",
        "http://a.example",
        "a.example/mcp",
        "a b",
        "",
        "u@a.example",
        "a.example:port",
        "::1"
      })
  void what_is_no_name_cannot_be_given(String name) {
    String message = assertThrows(AccessException.class, () -> rule(LOOPBACK, name)).getMessage();
    assertTrue(message.contains("--allow-host " + name), message);
  }

  @Test
  void a_unix_socket_is_called_localhost_with_any_port() throws AccessException {
    HostRule rule = rule(SOCKET);
    assertTaken(rule, "localhost");
    assertTaken(rule, "localhost:3000");
    assertRefused(rule, "localhost.evil.example");
    assertRefused(rule, "127.0.0.1");
    assertRefused(rule, "evil.example");
  }

  @Test
  void a_refusal_says_which_name_and_what_to_do() throws AccessException {
    String sentence =
        rule(LOOPBACK).objection(List.of("evil.example\r\n\u0000")).orElseThrow().sentence();
    assertEquals(
        "This server is not called evil.example\\r\\n\\x00. Use one of its own names, or start it with --allow-host and this name.",
        sentence);
  }
}
