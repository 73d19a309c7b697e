package dev.bullpen.http.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.http.access.Verdict.Allowed;
import dev.bullpen.http.access.Verdict.Refused;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTests {
  private static final List<SocketAddress> LOOPBACK =
      List.of(new InetSocketAddress("127.0.0.1", 8080));
  private static final String TOKEN = StaticTokens.random();
  private static final String CANARY = "canary-of-more-than-32-characters-0123456789";

  private final List<String> warnings = new ArrayList<>();
  private final AtomicLong clock = new AtomicLong();
  private Access access;

  @BeforeEach
  void let_in_who_has_the_token() throws AccessException {
    access = access(StaticTokens.one(TOKEN));
  }

  private Access access(Authenticator authenticator) throws AccessException {
    return new Access(
        HostRule.of(LOOPBACK, List.of()),
        OriginRule.of(LOOPBACK, List.of()),
        authenticator,
        clock::get,
        warnings::add);
  }

  /** A request of a client that does all right, but for what a test changes. */
  private record Sent(
      String host, Optional<String> origin, String query, String authorization, String source) {
    static final Sent RIGHT =
        new Sent("localhost:8080", Optional.empty(), "", "Bearer " + TOKEN, "127.0.0.1");

    Sent to(String otherHost) {
      return new Sent(otherHost, origin, query, authorization, source);
    }

    Sent by(String page) {
      return new Sent(host, Optional.of(page), query, authorization, source);
    }

    Sent asking(String otherQuery) {
      return new Sent(host, origin, otherQuery, authorization, source);
    }

    Sent with(String otherAuthorization) {
      return new Sent(host, origin, query, otherAuthorization, source);
    }

    Sent from(String otherSource) {
      return new Sent(host, origin, query, authorization, otherSource);
    }

    Head head() {
      return new Head(
          "POST",
          List.of(host),
          origin,
          Optional.of(query).filter(text -> !text.isEmpty()),
          Optional.of(authorization).filter(text -> !text.isEmpty()),
          source,
          false);
    }
  }

  private int status(Sent sent) {
    return access.check(sent.head()) instanceof Refused refused ? refused.status() : 200;
  }

  @Test
  void a_client_with_a_token_is_let_in() {
    Allowed allowed = assertInstanceOf(Allowed.class, access.check(Sent.RIGHT.head()));
    assertEquals("token", allowed.grant().principal());
  }

  @Test
  void host_and_origin_come_before_the_token() {
    assertEquals(403, status(Sent.RIGHT.to("evil.example")));
    assertEquals(403, status(Sent.RIGHT.by("http://evil.example")));
    assertEquals(403, status(Sent.RIGHT.by("http://evil.example").with("")));
    assertEquals(200, status(Sent.RIGHT.by("http://localhost:8080")));
  }

  @Test
  void what_needs_no_token_needs_the_right_host_and_origin() {
    Sent none = Sent.RIGHT.with("");
    assertEquals(Optional.empty(), access.objection(none.head()));
    assertTrue(access.objection(none.to("evil.example").head()).isPresent());
    assertTrue(access.objection(none.by("null").head()).isPresent());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Bearer",
        "Bearer ",
        "Basic dXNlcjpwYXNz",
        "bearer",
        "Bearer a b",
        "Bearer \u00e4",
        "Bearer x, Bearer y",
        "Token abc",
        "Bearer=abc"
      })
  void what_is_no_bearer_token_gets_401(String authorization) {
    assertEquals(401, status(Sent.RIGHT.with(authorization)));
  }

  @Test
  void the_name_of_the_scheme_has_no_case_and_blanks_may_follow() {
    assertEquals(200, status(Sent.RIGHT.with("bearer " + TOKEN)));
    assertEquals(200, status(Sent.RIGHT.with("BEARER   " + TOKEN)));
    assertEquals(401, status(Sent.RIGHT.with(TOKEN)));
    assertEquals(401, status(Sent.RIGHT.with("Bearer " + TOKEN + ", Bearer " + TOKEN)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "access_token=" + CANARY,
        "a=b&token=" + CANARY,
        "Access_Token",
        "%61ccess_token=x",
        "bearer=x",
        "authorization=Bearer%20x"
      })
  void a_token_in_the_query_gets_400(String query) {
    Refused refused =
        assertInstanceOf(Refused.class, access.check(Sent.RIGHT.asking(query).head()));
    assertEquals(400, refused.status());
    assertTrue(refused.sentence().contains("must not be in a URL"), refused.sentence());
    assertFalse(refused.toString().contains(CANARY));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a=b", "tokens=2", "%zz=1", "=", "&&"})
  void another_query_is_no_token(String query) {
    assertEquals(200, status(Sent.RIGHT.asking(query)));
  }

  @Test
  void after_ten_wrong_tokens_a_minute_the_next_get_429() {
    Sent wrong = Sent.RIGHT.with("Bearer " + StaticTokens.random());
    for (int i = 0; i < 10; i++) {
      assertEquals(401, status(wrong), "wrong token " + i);
    }
    clock.addAndGet(TimeUnit.SECONDS.toNanos(20));
    Refused refused = assertInstanceOf(Refused.class, access.check(wrong.head()));
    assertEquals(429, refused.status());
    assertEquals("40", refused.headers().get("Retry-After"));
    assertEquals(429, status(wrong));
    assertEquals(1, warnings.size(), warnings.toString());
    clock.addAndGet(TimeUnit.SECONDS.toNanos(40));
    assertEquals(401, status(wrong));
  }

  @Test
  void a_right_token_is_let_in_and_makes_no_wrong_one_forgotten() {
    Sent wrong = Sent.RIGHT.with("Bearer " + StaticTokens.random());
    for (int i = 0; i < 10; i++) {
      assertEquals(401, status(wrong));
      assertEquals(200, status(Sent.RIGHT));
    }
    assertEquals(429, status(wrong));
    assertEquals(200, status(Sent.RIGHT));
    assertEquals(401, status(wrong.from("192.0.2.1")));
  }

  @Test
  void requests_without_a_token_are_not_counted() {
    for (int i = 0; i < 100; i++) {
      assertEquals(401, status(Sent.RIGHT.with("")));
    }
  }

  @Test
  void expired_tokens_are_not_counted() throws AccessException {
    access = access(token -> new Refused(401, Map.of(), "expired", true));
    for (int i = 0; i < 100; i++) {
      assertEquals(401, status(Sent.RIGHT));
    }
  }

  @Test
  void tokens_of_open_requests_are_checked_again_without_counting() {
    Head removed = Sent.RIGHT.with("Bearer " + StaticTokens.random()).head();
    for (int i = 0; i < 100; i++) {
      assertEquals(401, assertInstanceOf(Refused.class, access.checkAgain(removed)).status());
    }
    assertEquals(401, assertInstanceOf(Refused.class, access.check(removed)).status());
  }

  @Test
  void without_tokens_all_are_let_in_whose_host_and_origin_are_right() throws AccessException {
    access = access(Authenticator.ANONYMOUS);
    assertEquals(200, status(Sent.RIGHT.with("")));
    assertEquals(200, status(Sent.RIGHT.with("Bearer " + CANARY)));
    assertEquals(403, status(Sent.RIGHT.to("evil.example")));
    assertEquals(403, status(Sent.RIGHT.by("null")));
  }

  @Test
  void no_token_is_in_any_text() {
    Sent canary =
        Sent.RIGHT.with("Bearer " + CANARY).asking("x=" + CANARY).by("http://localhost:8080");
    StringBuilder seen = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      seen.append(canary.head()).append(access.check(canary.head()));
    }
    StaticTokens known = StaticTokens.one(CANARY);
    seen.append(known).append(known.authenticate(Optional.of(CANARY))).append(access);
    seen.append(warnings);
    assertTrue(seen.indexOf("429") > 0 && seen.indexOf("Allowed") > 0, "all was seen");
    assertFalse(seen.indexOf("canary") >= 0, seen.toString());
  }
}
