package dev.bullpen.http.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.http.access.Grant.Permissions;
import dev.bullpen.http.access.Verdict.Allowed;
import dev.bullpen.http.access.Verdict.Refused;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StaticTokensTests {
  private static final String TOKEN = StaticTokens.random();

  private static Refused refused(StaticTokens tokens, String token) {
    return assertInstanceOf(Refused.class, tokens.authenticate(Optional.of(token)));
  }

  @Test
  void a_random_token_has_256_bits_and_is_never_the_same() {
    Set<String> made = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      String token = StaticTokens.random();
      assertTrue(token.matches("[A-Za-z0-9_-]{43}"), "43 characters of base64url");
      made.add(token);
    }
    assertEquals(100, made.size());
  }

  @Test
  void the_token_of_the_start_may_use_everything() {
    Allowed allowed =
        assertInstanceOf(Allowed.class, StaticTokens.one(TOKEN).authenticate(Optional.of(TOKEN)));
    assertEquals("token", allowed.grant().principal());
    assertEquals(Permissions.ALL, allowed.grant().permissions());
  }

  @Test
  void without_a_token_one_is_asked_for() {
    Refused refused =
        assertInstanceOf(Refused.class, StaticTokens.one(TOKEN).authenticate(Optional.empty()));
    assertEquals(401, refused.status());
    assertEquals(Map.of("WWW-Authenticate", "Bearer realm=\"bullpen\""), refused.headers());
  }

  @Test
  void another_token_is_refused() {
    StaticTokens tokens = StaticTokens.one(TOKEN);
    for (String other :
        new String[] {
          StaticTokens.random(),
          TOKEN + "A",
          TOKEN.substring(1),
          TOKEN.toUpperCase(Locale.ROOT),
          "x".repeat(8000)
        }) {
      Refused refused = refused(tokens, other);
      assertEquals(401, refused.status());
      assertEquals(
          Map.of("WWW-Authenticate", "Bearer realm=\"bullpen\", error=\"invalid_token\""),
          refused.headers());
    }
  }

  @Test
  void a_token_of_fewer_than_32_characters_is_refused_though_its_hash_is_known() {
    String enough = "x".repeat(32);
    assertInstanceOf(Allowed.class, StaticTokens.one(enough).authenticate(Optional.of(enough)));
    String tooShort = "x".repeat(31);
    Refused refused = refused(StaticTokens.one(tooShort), tooShort);
    assertEquals(401, refused.status());
    assertTrue(refused.sentence().contains("shorter than 32 characters"), refused.sentence());
  }
}
