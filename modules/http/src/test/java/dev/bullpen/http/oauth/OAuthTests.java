package dev.bullpen.http.oauth;

import static dev.bullpen.http.oauth.TestIssuer.EC;
import static dev.bullpen.http.oauth.TestIssuer.OTHER_RSA;
import static dev.bullpen.http.oauth.TestIssuer.RESOURCE;
import static dev.bullpen.http.oauth.TestIssuer.RSA;
import static dev.bullpen.http.oauth.TestIssuer.header;
import static dev.bullpen.http.oauth.TestIssuer.signed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSAEncrypter;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.EncryptedJWT;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.bullpen.http.access.AccessException;
import dev.bullpen.http.access.Grant.Permissions;
import dev.bullpen.http.access.PermissionFile;
import dev.bullpen.http.access.Verdict;
import dev.bullpen.http.access.Verdict.Allowed;
import dev.bullpen.http.access.Verdict.Refused;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class OAuthTests {
  private static final Instant NOON = Instant.parse("2026-11-27T12:00:00Z");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String CANARY = "canary-canary-canary";

  private static TestIssuer issuer;

  private final AtomicReference<Instant> clock = new AtomicReference<>(NOON);
  private final AtomicLong nanos = new AtomicLong();
  private final List<String> warnings = new ArrayList<>();
  private OAuth oauth;

  @TempDir private Path folder;
  private Path scopeFile;

  @BeforeAll
  static void start_an_issuer() throws Exception {
    issuer = new TestIssuer();
  }

  @BeforeEach
  void trust_it() throws Exception {
    scopeFile = folder.resolve("scopes.json");
    issuer.reset();
    oauth = oauth(Optional.empty(), List.of("mcp:use"));
  }

  @AfterAll
  static void stop() throws Exception {
    issuer.close();
  }

  private OAuth oauth(Optional<String> keys, List<String> scopes) throws Exception {
    return oauth(keys, new Scopes(scopes, Optional.empty()));
  }

  private OAuth oauth(Optional<String> keys, Scopes scopes) throws Exception {
    OAuthSettings settings = OAuthSettings.of(issuer.url(), RESOURCE, keys, scopes);
    return new OAuth(
        settings,
        new ResourceMetadata(settings, "/mcp"),
        PATIENCE,
        nanos::get,
        clock::get,
        warnings::add);
  }

  private JWTClaimsSet.Builder claims() {
    return issuer.claims(NOON);
  }

  private String right() throws Exception {
    return signed(header(JWSAlgorithm.RS256, RSA), claims(), RSA);
  }

  private Verdict verdict(String token) {
    return oauth.authenticate(Optional.of(token));
  }

  private void assertAllowed(String token) {
    assertInstanceOf(Allowed.class, verdict(token));
  }

  private Refused refused(String token) {
    return assertInstanceOf(Refused.class, verdict(token));
  }

  private void pass(Duration time) {
    clock.updateAndGet(now -> now.plus(time));
    nanos.addAndGet(time.toNanos());
  }

  /** Tokens that stay right for as long as a test likes. */
  private String lasting(String key) throws Exception {
    JWTClaimsSet.Builder claims = claims().expirationTime(Date.from(NOON.plus(Duration.ofDays(1))));
    return key.equals("rsa-1")
        ? signed(header(JWSAlgorithm.RS256, RSA), claims, RSA)
        : signed(header(JWSAlgorithm.RS256, OTHER_RSA), claims, OTHER_RSA);
  }

  // --- right tokens ---

  @Test
  void a_token_of_the_issuer_for_this_server_is_taken() throws Exception {
    Allowed allowed = assertInstanceOf(Allowed.class, verdict(right()));
    assertEquals(issuer.url() + " alice", allowed.grant().principal());
    assertEquals(Set.of("mcp:use", "profile"), allowed.grant().scopes());
    assertEquals(Permissions.ALL, allowed.grant().permissions());
    assertEquals(List.of(TestIssuer.METADATA, TestIssuer.KEYS), issuer.asked);
  }

  @Test
  void rsa_and_elliptic_curves_are_taken() throws Exception {
    assertAllowed(right());
    assertAllowed(signed(header(JWSAlgorithm.PS256, RSA), claims(), RSA));
    assertAllowed(signed(header(JWSAlgorithm.ES256, EC), claims(), EC));
  }

  @Test
  void ed25519_is_taken_and_checked_in_the_same_way() throws Exception {
    KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    byte[] encoded = pair.getPublic().getEncoded();
    byte[] x = Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
    OctetKeyPair key =
        new OctetKeyPair.Builder(Curve.Ed25519, Base64URL.encode(x)).keyID("ed-1").build();
    issuer.publish(RSA, EC, key);
    for (JWSAlgorithm name : List.of(JWSAlgorithm.EdDSA, JWSAlgorithm.Ed25519)) {
      assertAllowed(edwards(header(name, key), pair, 0));
      assertEquals(401, refused(edwards(header(name, key), pair, 1)).status());
      JWSHeader.Builder critical = header(name, key).criticalParams(Set.of("x"));
      assertEquals(
          401, refused(edwards(critical.customParam("x", 1), pair, 0)).status(), "extension");
      JWSHeader.Builder otherKey = header(name, key).keyID("rsa-1");
      assertEquals(401, refused(edwards(otherKey, pair, 0)).status(), "a key of another kind");
    }
    String right = edwards(header(JWSAlgorithm.EdDSA, key), pair, 0);
    String shorter = right.substring(0, right.length() - 4);
    assertEquals(401, refused(shorter).status(), "a signature of another length");
  }

  /** The library signs with a further library only. */
  private String edwards(JWSHeader.Builder header, KeyPair pair, int wrongBits) throws Exception {
    SignedJWT jwt = new SignedJWT(header.build(), claims().build());
    Signature signature = Signature.getInstance("Ed25519");
    signature.initSign(pair.getPrivate());
    signature.update(jwt.getSigningInput());
    byte[] bytes = signature.sign();
    bytes[0] ^= (byte) wrongBits;
    String signed = new String(jwt.getSigningInput(), StandardCharsets.US_ASCII);
    return signed + "." + Base64URL.encode(bytes);
  }

  @Test
  void types_that_issuers_use_are_taken() throws Exception {
    for (String type : List.of("at+jwt", "AT+JWT", "application/at+jwt", "JWT")) {
      assertAllowed(
          signed(header(JWSAlgorithm.RS256, RSA).type(new JOSEObjectType(type)), claims(), RSA));
    }
    assertAllowed(signed(header(JWSAlgorithm.RS256, RSA).type(null), claims(), RSA));
  }

  @Test
  void our_audience_may_be_one_of_several() throws Exception {
    assertAllowed(
        signed(
            header(JWSAlgorithm.RS256, RSA),
            claims().audience(List.of("https://other.example", RESOURCE)),
            RSA));
  }

  @Test
  void scopes_may_be_a_text_or_a_list_in_scp() throws Exception {
    for (Object scp : List.of("mcp:use a", List.of("mcp:use", "a"))) {
      assertAllowed(
          signed(
              header(JWSAlgorithm.RS256, RSA),
              claims().claim("scope", null).claim("scp", scp),
              RSA));
    }
  }

  @Test
  void clocks_may_differ_by_a_minute() throws Exception {
    String token =
        signed(
            header(JWSAlgorithm.RS256, RSA),
            claims().notBeforeTime(Date.from(NOON.plusSeconds(59))),
            RSA);
    assertAllowed(token);
    clock.set(NOON.plusSeconds(300 + 59));
    assertAllowed(token);
    clock.set(NOON.plusSeconds(300 + 61));
    Refused refused = refused(token);
    assertEquals(401, refused.status());
    assertEquals("This access token has expired. Get a new one.", refused.sentence());
  }

  @Test
  void a_token_without_a_key_id_is_checked_with_all_keys() throws Exception {
    issuer.publish(OTHER_RSA, RSA);
    assertAllowed(signed(header(JWSAlgorithm.RS256, RSA).keyID(null), claims(), RSA));
  }

  // --- wrong tokens ---

  private Map<String, String> wrongTokens() throws Exception {
    Map<String, String> wrong = new LinkedHashMap<>();
    String right = right();
    String[] parts = right.split("\\.");
    JWTClaimsSet.Builder claims = claims();
    wrong.put("algorithm none", new PlainJWT(claims.build()).serialize());
    wrong.put(
        "algorithm none, with a signature",
        Base64URL.encode("{\"alg\":\"none\"}") + "." + parts[1] + "." + parts[2]);
    SignedJWT mac = new SignedJWT(header(JWSAlgorithm.HS256, RSA).build(), claims.build());
    mac.sign(new MACSigner(RSA.toRSAPublicKey().getEncoded()));
    wrong.put("HS256 with the public key as its secret", mac.serialize());
    wrong.put("RS512", signed(header(JWSAlgorithm.RS512, RSA), claims, RSA));
    wrong.put("unknown key", signed(header(JWSAlgorithm.RS256, OTHER_RSA), claims, OTHER_RSA));
    wrong.put(
        "another key under a known id", signed(header(JWSAlgorithm.RS256, RSA), claims, OTHER_RSA));
    wrong.put(
        "the id of a key of another kind", signed(header(JWSAlgorithm.ES256, RSA), claims, EC));
    wrong.put(
        "a key that comes with the token",
        signed(
            header(JWSAlgorithm.RS256, OTHER_RSA).jwk(OTHER_RSA.toPublicJWK()), claims, OTHER_RSA));
    wrong.put(
        "an unknown extension that is critical",
        signed(
            header(JWSAlgorithm.RS256, RSA).criticalParams(Set.of("x")).customParam("x", 1),
            claims,
            RSA));
    wrong.put(
        "a token for something else",
        signed(
            header(JWSAlgorithm.RS256, RSA).type(new JOSEObjectType("logout+jwt")), claims, RSA));
    wrong.put("another issuer", rs256(claims().issuer("https://evil.example")));
    wrong.put("the issuer with a slash", rs256(claims().issuer(issuer.url() + "/")));
    wrong.put("no issuer", rs256(claims().issuer(null)));
    wrong.put("another audience", rs256(claims().audience("https://other.example/mcp")));
    wrong.put("a longer audience", rs256(claims().audience(RESOURCE + "/x")));
    wrong.put(
        "several audiences without us",
        rs256(claims().audience(List.of("https://a.example", "https://b.example"))));
    wrong.put("no audience", rs256(claims().audience((String) null)));
    wrong.put("expired", rs256(claims().expirationTime(Date.from(NOON.minusSeconds(61)))));
    wrong.put("not yet valid", rs256(claims().notBeforeTime(Date.from(NOON.plusSeconds(61)))));
    wrong.put("no expiry", rs256(claims().expirationTime(null)));
    wrong.put("an expiry that is a text", rs256(claims().claim("exp", "never")));
    wrong.put("no subject", rs256(claims().subject(null)));
    wrong.put("a broken signature", right.substring(0, right.length() - 6) + "AAAAAA");
    wrong.put("no signature", parts[0] + "." + parts[1] + ".");
    wrong.put(
        "other claims under the signature",
        parts[0]
            + "."
            + Base64URL.encode(claims().subject("root").build().toString())
            + "."
            + parts[2]);
    wrong.put("truncated", right.substring(0, right.length() / 2));
    wrong.put("two dots more", right + "..");
    wrong.put("dots alone", "..");
    wrong.put("no JSON", "aaaa.bbbb.cccc");
    wrong.put("no Base64", "@@@.@@@.@@@");
    wrong.put("huge", "a".repeat(8000) + "." + parts[1] + "." + parts[2]);
    wrong.put(
        "nested deeply", Base64URL.encode("[".repeat(5000)) + "." + parts[1] + "." + parts[2]);
    EncryptedJWT encrypted =
        new EncryptedJWT(
            new JWEHeader(JWEAlgorithm.RSA_OAEP_256, EncryptionMethod.A128GCM), claims.build());
    encrypted.encrypt(new RSAEncrypter(RSA));
    wrong.put("encrypted", encrypted.serialize());
    wrong.put("opaque", "2YotnFZFEjr1zCsicMWpAA");
    return wrong;
  }

  private static String rs256(JWTClaimsSet.Builder claims) throws Exception {
    return signed(header(JWSAlgorithm.RS256, RSA), claims, RSA);
  }

  @TestFactory
  Stream<DynamicTest> each_wrong_token_gets_401() throws Exception {
    assertAllowed(right());
    return wrongTokens().entrySet().stream()
        .map(
            wrong ->
                DynamicTest.dynamicTest(
                    wrong.getKey(),
                    () -> {
                      Refused refused = refused(wrong.getValue());
                      assertEquals(401, refused.status());
                      assertEquals(
                          "Bearer resource_metadata=\"https://mcp.example.com/.well-known/oauth-protected-resource/mcp\", scope=\"mcp:use\", error=\"invalid_token\"",
                          refused.headers().get("WWW-Authenticate"));
                      assertFalse(refused.sentence().contains(wrong.getValue()));
                    }));
  }

  @Test
  void only_a_token_that_is_right_but_for_its_time_counts_as_expired() throws Exception {
    Map<String, String> wrong = wrongTokens();
    assertTrue(refused(wrong.get("expired")).isExpired());
    clock.set(NOON.plus(Duration.ofDays(1))); // all have expired
    assertTrue(refused(right()).isExpired());
    Set<String> right = Set.of("expired", "not yet valid");
    wrong.forEach(
        (why, token) -> assertEquals(right.contains(why), refused(token).isExpired(), why));
  }

  @Test
  void a_token_that_was_changed_anywhere_is_not_taken() throws Exception {
    byte[] right = right().getBytes(StandardCharsets.US_ASCII);
    assertAllowed(new String(right, StandardCharsets.US_ASCII));
    Random random = new Random(20261127);
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";
    for (int i = 0; i < 1000; i++) {
      byte[] changed = right.clone();
      int at = random.nextInt(changed.length - 1); // the last character has bits that mean nothing
      byte other = (byte) alphabet.charAt(random.nextInt(alphabet.length()));
      boolean isOther = changed[at] != other;
      changed[at] = other;
      if (isOther) {
        assertEquals(401, refused(new String(changed, StandardCharsets.US_ASCII)).status());
      }
    }
  }

  @Test
  void without_a_token_the_client_is_led_to_the_issuer() {
    Refused refused = assertInstanceOf(Refused.class, oauth.authenticate(Optional.empty()));
    assertEquals(401, refused.status());
    assertEquals(
        "Bearer resource_metadata=\"https://mcp.example.com/.well-known/oauth-protected-resource/mcp\", scope=\"mcp:use\"",
        refused.headers().get("WWW-Authenticate"));
    assertEquals(List.of(), issuer.asked);
  }

  @Test
  void a_token_may_use_what_any_of_its_scopes_permits() throws Exception {
    permit(
        """
        {"scopes": [{"scope": "files:read", "tools": ["files.*"], "resources": ["file:///srv/*"]},
                    {"scope": "chat", "prompts": ["*"]}]}
        """);
    Permissions may =
        assertInstanceOf(
                Allowed.class, verdict(rs256(claims().claim("scope", "mcp:use chat files:read"))))
            .grant()
            .permissions();
    assertTrue(may.tools().permit("files.list"));
    assertFalse(may.tools().permit("shell"));
    assertTrue(may.resources().permit("file:///srv/a"));
    assertTrue(may.prompts().permit("any"));
    Permissions chat =
        assertInstanceOf(Allowed.class, verdict(rs256(claims().claim("scope", "mcp:use chat"))))
            .grant()
            .permissions();
    assertFalse(chat.tools().permit("files.list"));
  }

  @Test
  void a_token_whose_scopes_permit_nothing_learns_which_ones_do() throws Exception {
    permit("{\"scopes\": [{\"scope\": \"files:read\", \"tools\": [\"*\"]}]}");
    Refused none = refused(rs256(claims().claim("scope", "mcp:use other")));
    assertEquals(403, none.status());
    assertTrue(none.headers().toString().contains("scope=\"mcp:use files:read\""), none.toString());
    // What a token must have comes first: with it alone there is nothing to use, either.
    Refused fewer = refused(rs256(claims().claim("scope", "files:read")));
    assertTrue(fewer.headers().toString().contains("scope=\"mcp:use\""), fewer.toString());
  }

  @Test
  void a_changed_file_of_scopes_holds_for_the_next_request() throws Exception {
    permit("{\"scopes\": [{\"scope\": \"chat\", \"tools\": [\"*\"]}]}");
    String token = rs256(claims().claim("scope", "mcp:use chat"));
    assertAllowed(token);
    Files.writeString(scopeFile, "{\"scopes\": []}");
    pass(Duration.ofSeconds(2));
    assertEquals(403, refused(token).status());
    Files.writeString(scopeFile, "{\"scopes\": [{\"scope\": \"chat\", \"tool\": [\"*\"]}]}");
    pass(Duration.ofSeconds(2));
    assertEquals(403, refused(token).status());
    assertEquals(1, warnings.size(), warnings.toString());
  }

  @Test
  void a_file_of_scopes_that_cannot_be_used_is_refused_with_the_reason() throws Exception {
    for (String wrong :
        List.of(
            "[]",
            "{}",
            "{\"scopes\": [1]}",
            "{\"scopes\": [{\"tools\": []}]}",
            "{\"scopes\": [{\"scope\": \"a b\"}]}",
            "{\"scopes\": [{\"scope\": \"a\"}, {\"scope\": \"a\"}]}",
            "{\"scopes\": [{\"scope\": \"a\", \"sha256\": \"0\"}]}")) {
      String message = assertThrows(AccessException.class, () -> permit(wrong)).getMessage();
      assertTrue(message.startsWith("The file of scopes, " + scopeFile), message);
    }
  }

  private void permit(String json) throws Exception {
    Files.writeString(scopeFile, json);
    Files.setPosixFilePermissions(scopeFile, PosixFilePermissions.fromString("rw-------"));
    oauth =
        oauth(
            Optional.empty(),
            new Scopes(
                List.of("mcp:use"),
                Optional.of(
                    new PermissionFile<>(
                        PermissionFile.SCOPES, scopeFile, nanos::get, warnings::add))));
  }

  @Test
  void too_few_scopes_get_403_with_all_that_are_needed() throws Exception {
    oauth = oauth(Optional.empty(), List.of("mcp:use", "mcp:write"));
    Refused refused = refused(right());
    assertEquals(403, refused.status());
    assertEquals(
        "Bearer resource_metadata=\"https://mcp.example.com/.well-known/oauth-protected-resource/mcp\", scope=\"mcp:use mcp:write\", error=\"insufficient_scope\"",
        refused.headers().get("WWW-Authenticate"));
    assertEquals(403, refused(rs256(claims().claim("scope", null))).status());
    assertEquals(403, refused(rs256(claims().claim("scope", List.of(1, 2)))).status());
    assertEquals(403, refused(rs256(claims().claim("scope", "mcp:usemcp:write"))).status());
    assertAllowed(rs256(claims().claim("scope", "mcp:write other mcp:use")));
  }

  @Test
  void no_part_of_a_token_is_in_any_text() throws Exception {
    JWTClaimsSet.Builder claims = claims().claim("secret", CANARY);
    String wrong = signed(header(JWSAlgorithm.RS256, RSA), claims, OTHER_RSA);
    String taken = rs256(claims);
    String late = rs256(claims.expirationTime(new Date(0)));
    StringBuilder seen = new StringBuilder();
    for (String token : List.of(wrong, taken, late, CANARY)) {
      seen.append(verdict(token));
    }
    seen.append(oauth).append(warnings);
    assertFalse(seen.indexOf("canary") >= 0, seen.toString());
    for (String token : List.of(wrong, taken, late)) {
      for (String part : token.split("\\.")) {
        assertFalse(seen.indexOf(part) >= 0, seen.toString());
      }
    }
  }

  // --- keys ---

  @Test
  void the_place_of_the_keys_may_be_given() throws Exception {
    issuer.remove(TestIssuer.METADATA);
    oauth = oauth(Optional.of(issuer.url() + TestIssuer.KEYS), List.of());
    assertAllowed(right());
    assertEquals(List.of(TestIssuer.KEYS), issuer.asked);
  }

  @Test
  void metadata_of_openid_will_do() throws Exception {
    issuer.remove(TestIssuer.METADATA);
    issuer.serve(
        "/.well-known/openid-configuration",
        "{\"issuer\":\"%s\",\"jwks_uri\":\"%s/keys\"}".formatted(issuer.url(), issuer.url()));
    assertAllowed(right());
  }

  @Test
  void metadata_of_another_issuer_or_without_keys_are_not_used() throws Exception {
    for (String metadata :
        List.of(
            "{\"issuer\":\"https://evil.example\",\"jwks_uri\":\"%s/keys\"}",
            "{\"jwks_uri\":\"%s/keys\"}",
            "{\"issuer\":\"%s\"}",
            "{\"issuer\":\"%1$s\",\"jwks_uri\":\"file:///etc/passwd\"}",
            "{\"issuer\":\"%1$s\",\"jwks_uri\":\"http://192.0.2.1/keys\"}",
            "{\"issuer\":\"%1$s\",\"jwks_uri\":7}",
            "<html>",
            "[]")) {
      issuer.serve(TestIssuer.METADATA, metadata.formatted(issuer.url()));
      oauth = oauth(Optional.empty(), List.of());
      Refused refused = refused(right());
      assertEquals(503, refused.status(), metadata);
      assertEquals("30", refused.headers().get("Retry-After"));
      assertTrue(refused.sentence().contains(issuer.url()), refused.sentence());
    }
    assertFalse(issuer.asked.contains(TestIssuer.KEYS));
  }

  @Test
  void a_new_key_is_taken_without_a_restart() throws Exception {
    assertAllowed(lasting("rsa-1"));
    issuer.publish(RSA, OTHER_RSA);
    assertEquals(401, refused(lasting("rsa-2")).status(), "not asked twice within 30 s");
    pass(IssuerKeys.BETWEEN);
    assertAllowed(lasting("rsa-2"));
    assertAllowed(lasting("rsa-1"));
    assertEquals(4, issuer.asked.size(), issuer.asked.toString());
  }

  @Test
  void a_withdrawn_key_ends_within_five_minutes() throws Exception {
    assertAllowed(lasting("rsa-1"));
    issuer.publish(OTHER_RSA);
    pass(IssuerKeys.FRESH.minusNanos(1));
    assertAllowed(lasting("rsa-1"));
    pass(Duration.ofNanos(1));
    assertEquals(401, refused(lasting("rsa-1")).status());
    assertAllowed(lasting("rsa-2"));
  }

  @Test
  void while_the_issuer_is_down_known_keys_are_good_for_an_hour() throws Exception {
    assertAllowed(lasting("rsa-1"));
    issuer.remove(TestIssuer.KEYS);
    pass(Duration.ofMinutes(10));
    assertAllowed(lasting("rsa-1"));
    Refused unknown = refused(lasting("rsa-2"));
    assertEquals(503, unknown.status(), "it may be a new one");
    pass(Duration.ofMinutes(50).minusNanos(1));
    assertAllowed(lasting("rsa-1"));
    pass(Duration.ofNanos(1));
    assertEquals(503, refused(lasting("rsa-1")).status());
    assertEquals(1, warnings.size(), warnings.toString());
    issuer.publish(RSA);
    pass(IssuerKeys.BETWEEN);
    assertAllowed(lasting("rsa-1"));
  }

  @Test
  void an_issuer_that_comes_late_is_found() throws Exception {
    issuer.remove(TestIssuer.METADATA);
    Refused refused = refused(right());
    assertEquals(503, refused.status());
    assertEquals("30", refused.headers().get("Retry-After"));
    issuer.serve(
        TestIssuer.METADATA,
        "{\"issuer\":\"%1$s\",\"jwks_uri\":\"%1$s/keys\"}".formatted(issuer.url()));
    assertEquals(503, refused(right()).status(), "not asked twice within 30 s");
    pass(IssuerKeys.BETWEEN);
    assertAllowed(right());
  }
}
