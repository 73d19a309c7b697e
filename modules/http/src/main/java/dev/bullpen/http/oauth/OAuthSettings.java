package dev.bullpen.http.oauth;

import dev.bullpen.http.access.AccessException;
import dev.bullpen.http.access.ScopeGrant;
import dev.bullpen.project.file.EscapedBytes;
import java.net.URI;
import java.util.Optional;
import java.util.Set;

/**
 * Which tokens are accepted.
 *
 * @param issuer exactly as in the claim {@code iss}
 * @param resource the URL of this server for its clients, as in {@code aud}
 * @param keys the URL of the issuer's keys; if empty, its metadata name it
 * @param scopes that a token must have, and what they permit
 */
public record OAuthSettings(String issuer, String resource, Optional<URI> keys, Scopes scopes) {
  private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

  /**
   * Read the values of the command line.
   *
   * @throws AccessException if a URL is not an https URL, or a scope is not valid
   */
  public static OAuthSettings of(
      String issuer, String audience, Optional<String> keys, Scopes scopes) throws AccessException {
    check("--oauth-issuer", issuer);
    check("--audience", audience);
    for (String scope : scopes.needed()) {
      if (!scope.matches(ScopeGrant.SYNTAX)) {
        throw new AccessException(
            "--oauth-scope %s is not a scope. Give one without blanks and quotation marks. Repeat the option for each further scope."
                .formatted(EscapedBytes.of(scope)));
      }
    }
    Optional<URI> keysUri = Optional.empty();
    if (keys.isPresent()) {
      keysUri = Optional.of(check("--oauth-jwks", keys.get()));
    }
    return new OAuthSettings(issuer, audience, keysUri, scopes);
  }

  private static URI check(String option, String url) throws AccessException {
    return webAddress(url)
        .orElseThrow(
            () ->
                new AccessException(
                    "%s %s is not a usable URL. Give one that begins with https:// and has no query; http:// is allowed for this machine only."
                        .formatted(option, EscapedBytes.of(url))));
  }

  /** An https URL, or an http URL of this machine, where no one else can listen or tamper. */
  static Optional<URI> webAddress(String url) {
    try {
      URI uri = URI.create(url);
      boolean isWhole =
          uri.getHost() != null
              && uri.getRawUserInfo() == null
              && uri.getRawQuery() == null
              && uri.getRawFragment() == null
              && uri.toASCIIString().equals(url)
              && url.indexOf('"') < 0;
      return isWhole && (isSafe(uri) || isOfThisMachine(uri)) ? Optional.of(uri) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // not a URI
    }
  }

  static boolean isSafe(URI uri) {
    return "https".equals(uri.getScheme());
  }

  private static boolean isOfThisMachine(URI uri) {
    return "http".equals(uri.getScheme()) && LOOPBACK_NAMES.contains(uri.getHost());
  }
}
