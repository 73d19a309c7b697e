package dev.bullpen.http.oauth;

import com.nimbusds.jose.jwk.JWKSet;
import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Fetches the keys with which an issuer signs. */
record Issuer(OAuthSettings settings, Fetcher fetcher) {
  /** Takes at most a few times as long as one document may take. */
  JWKSet fetchKeys() throws IOException {
    URI place = settings.keys().isPresent() ? settings.keys().get() : discover();
    try {
      return JWKSet.parse(new String(fetcher.fetch(place), StandardCharsets.UTF_8));
    } catch (ParseException e) {
      throw new IOException(place + " is not a key set", e);
    }
  }

  /** The URL of the keys, from the first metadata document that is found. */
  private URI discover() throws IOException {
    IOException last = new IOException("no metadata");
    for (URI place : places(URI.create(settings.issuer()))) {
      try {
        return keysOf(place, fetcher.fetch(place));
      } catch (IOException e) {
        last = e;
      }
    }
    throw last;
  }

  /**
   * The URLs where metadata may be: RFC 8414, section 3.1, for OAuth and for OpenID Connect; and
   * OpenID Connect Discovery 1.0, section 4.
   */
  static List<URI> places(URI issuer) {
    String path = issuer.getRawPath().replaceFirst("/$", "");
    return Stream.of(
            "/.well-known/oauth-authorization-server" + path,
            "/.well-known/openid-configuration" + path,
            path + "/.well-known/openid-configuration")
        .distinct()
        .map(issuer::resolve)
        .toList();
  }

  /** The key URL in metadata, if it is this issuer's metadata. */
  URI keysOf(URI place, byte[] metadata) throws IOException {
    JsonNode document = parse(place, metadata);
    if (!document.path("issuer").stringValue("").equals(settings.issuer())) {
      throw new IOException("%s is not metadata of %s".formatted(place, settings.issuer()));
    }
    // An issuer on another machine must not point to this one.
    Optional<URI> keys =
        OAuthSettings.webAddress(document.path("jwks_uri").stringValue(""))
            .filter(uri -> OAuthSettings.isSafe(uri) || !OAuthSettings.isSafe(place));
    return keys.orElseThrow(() -> new IOException(place + " has no jwks_uri of https"));
  }

  private static JsonNode parse(URI place, byte[] json) throws IOException {
    try {
      return Json.parse(json);
    } catch (JsonException e) {
      throw new IOException("%s: %s".formatted(place, e.getMessage()), e);
    }
  }
}
