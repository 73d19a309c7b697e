package dev.bullpen.http.oauth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.http.access.AccessException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OAuthSettingsTests {
  private static final String ISSUER = "https://login.example.com/tenant";
  private static final String RESOURCE = "https://mcp.example.com/mcp";

  private static final Scopes NO_SCOPES = new Scopes(List.of(), Optional.empty());

  private static OAuthSettings settings(String issuer, String resource, String... scopes)
      throws AccessException {
    return OAuthSettings.of(
        issuer, resource, Optional.empty(), new Scopes(List.of(scopes), Optional.empty()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://login.example.com",
        "https://login.example.com/",
        "https://login.example.com:8443/a/b",
        "http://localhost:9000",
        "http://127.0.0.1:9000/x",
        "http://[::1]:9000"
      })
  void an_issuer_is_a_url_of_https_or_of_this_machine(String issuer) throws AccessException {
    assertEquals(issuer, settings(issuer, RESOURCE).issuer());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://login.example.com",
        "http://localhost.evil.example",
        "http://127.0.0.1.nip.io",
        "http://127.0.0.2",
        "https://",
        "https:///path",
        "https://u:p@login.example.com",
        "https://login.example.com?a=b",
        "https://login.example.com#x",
        "https://login.example.com/\"",
        "https://login.example.com/a b",
        "file:///etc/passwd",
        "login.example.com",
        ""
      })
  void all_else_is_refused_wherever_it_stands(String url) {
    for (String message :
        List.of(
            assertThrows(AccessException.class, () -> settings(url, RESOURCE)).getMessage(),
            assertThrows(AccessException.class, () -> settings(ISSUER, url)).getMessage(),
            assertThrows(
                    AccessException.class,
                    () -> OAuthSettings.of(ISSUER, RESOURCE, Optional.of(url), NO_SCOPES))
                .getMessage())) {
      assertTrue(message.contains("is not a usable URL"), message);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a\"b", "a\\b", "\u00e4"})
  void what_is_no_scope_is_refused(String scope) {
    assertThrows(AccessException.class, () -> settings(ISSUER, RESOURCE, scope));
  }

  @Test
  void metadata_are_searched_in_three_places() {
    assertEquals(
        List.of(
            URI.create("https://login.example.com/.well-known/oauth-authorization-server/tenant"),
            URI.create("https://login.example.com/.well-known/openid-configuration/tenant"),
            URI.create("https://login.example.com/tenant/.well-known/openid-configuration")),
        Issuer.places(URI.create(ISSUER)));
    List<URI> two =
        List.of(
            URI.create("https://a.example/.well-known/oauth-authorization-server"),
            URI.create("https://a.example/.well-known/openid-configuration"));
    assertEquals(two, Issuer.places(URI.create("https://a.example")));
    assertEquals(two, Issuer.places(URI.create("https://a.example/")));
  }

  @Test
  void an_issuer_elsewhere_cannot_have_keys_fetched_from_this_machine() throws Exception {
    Issuer issuer = new Issuer(settings(ISSUER, RESOURCE), new Fetcher(Duration.ofSeconds(1)));
    URI place = URI.create(ISSUER + "/.well-known/openid-configuration");
    String metadata = "{\"issuer\":\"%s\",\"jwks_uri\":\"%s\"}";
    String keys = "https://keys.example.com/keys";
    assertEquals(
        URI.create(keys), issuer.keysOf(place, metadata.formatted(ISSUER, keys).getBytes(UTF_8)));
    for (String other : List.of("http://127.0.0.1:8080/keys", "http://keys.example.com/keys")) {
      byte[] json = metadata.formatted(ISSUER, other).getBytes(UTF_8);
      assertThrows(IOException.class, () -> issuer.keysOf(place, json));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "https://mcp.example.com/mcp, https://mcp.example.com/.well-known/oauth-protected-resource/mcp",
    "https://mcp.example.com:8443/a/mcp, https://mcp.example.com:8443/.well-known/oauth-protected-resource/a/mcp",
    "https://mcp.example.com, https://mcp.example.com/.well-known/oauth-protected-resource",
    "https://mcp.example.com/, https://mcp.example.com/.well-known/oauth-protected-resource"
  })
  void our_own_metadata_are_where_the_resource_says(String resource, String url)
      throws AccessException {
    assertEquals(url, new ResourceMetadata(settings(ISSUER, resource), "/mcp").url());
  }

  @Test
  void our_own_metadata_name_the_issuer_and_the_scopes_at_two_paths() throws AccessException {
    ResourceMetadata metadata =
        new ResourceMetadata(
            settings(ISSUER, RESOURCE, "mcp:use", "offline_access", "mcp:write"), "/mcp");
    String expected =
        "{\"resource\":\"https://mcp.example.com/mcp\",\"authorization_servers\":[\"https://login.example.com/tenant\"],\"scopes_supported\":[\"mcp:use\",\"mcp:write\"],\"bearer_methods_supported\":[\"header\"]}";
    for (String path :
        List.of(
            "/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp")) {
      assertEquals(
          Optional.of(expected), metadata.document(path).map(json -> new String(json, UTF_8)));
    }
    for (String path :
        List.of(
            "/mcp",
            "/.well-known/oauth-protected-resource/",
            "/.well-known/oauth-protected-resource/other")) {
      assertEquals(Optional.empty(), metadata.document(path));
    }
  }
}
