package dev.bullpen.http.oauth;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.bullpen.http.access.Authenticator;
import dev.bullpen.http.access.Bearer;
import dev.bullpen.http.access.Grant;
import dev.bullpen.http.access.Grant.Permissions;
import dev.bullpen.http.access.Grant.Quotas;
import dev.bullpen.http.access.Verdict;
import dev.bullpen.http.access.Verdict.Allowed;
import dev.bullpen.http.access.Verdict.Refused;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lets in clients with an access token of an issuer for this server that has all required scopes.
 */
public final class OAuth implements Authenticator {
  /** For one document of the issuer. */
  public static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Documents to fetch for the keys: metadata, and the key set. */
  private static final int DOCUMENTS = 2;

  private final OAuthSettings settings;
  private final ResourceMetadata metadata;
  private final IssuerKeys keys;
  private final AccessTokens tokens;

  /**
   * @param metadata the document named to a client without a token
   * @param patience for one document of the issuer
   * @param nanoTime the clock of {@link System#nanoTime}
   * @param clock the wall clock
   * @param warnings receives why keys cannot be fetched
   */
  public OAuth(
      OAuthSettings settings,
      ResourceMetadata metadata,
      Duration patience,
      LongSupplier nanoTime,
      InstantSource clock,
      Consumer<String> warnings) {
    this.settings = settings;
    this.metadata = metadata;
    Issuer issuer = new Issuer(settings, new Fetcher(patience));
    this.keys =
        new IssuerKeys(issuer::fetchKeys, patience.multipliedBy(DOCUMENTS), nanoTime, warnings);
    this.tokens = new AccessTokens(settings, keys, clock);
  }

  /** Start to fetch the keys before the first client comes. Does not wait. */
  public void begin() {
    keys.begin();
  }

  @Override
  public Verdict authenticate(Optional<String> token) {
    if (token.isEmpty()) {
      return unauthorized(
          "",
          "This server requires an access token of %s: send the header \"Authorization: Bearer TOKEN\"."
              .formatted(settings.issuer()),
          false);
    }
    try {
      JWTClaimsSet claims = tokens.check(token.get());
      Set<String> scopes = scopes(claims);
      return settings
          .scopes()
          .permissions(scopes)
          .<Verdict>map(permissions -> allowed(claims, permissions, scopes))
          .orElseGet(() -> tooFewScopes(scopes));
    } catch (WrongTokenException e) {
      return unauthorized("invalid_token", e.getMessage(), e.isExpired());
    } catch (KeysUnavailableException e) {
      return new Refused(
          HttpURLConnection.HTTP_UNAVAILABLE,
          Map.of("Retry-After", Long.toString(e.secondsToWait())),
          "Access tokens cannot be checked at the moment: the keys of %s are not known. Try again in %d s."
              .formatted(settings.issuer(), e.secondsToWait()));
    }
  }

  private Allowed allowed(JWTClaimsSet claims, Permissions permissions, Set<String> scopes) {
    String principal = settings.issuer() + " " + claims.getSubject();
    return new Allowed(new Grant(principal, permissions, Quotas.NONE, scopes));
  }

  private Refused tooFewScopes(Set<String> scopes) {
    List<String> lacking = settings.scopes().lacking(scopes);
    return new Refused(
        HttpURLConnection.HTTP_FORBIDDEN,
        challenge("insufficient_scope", lacking),
        "This access token has too few scopes. Get one with: %s."
            .formatted(String.join(" ", lacking)));
  }

  private Refused unauthorized(String error, String sentence, boolean isExpired) {
    return new Refused(
        HttpURLConnection.HTTP_UNAUTHORIZED,
        challenge(error, settings.scopes().lacking(Set.of())),
        sentence,
        isExpired);
  }

  private Map<String, String> challenge(String error, List<String> scopes) {
    Map<String, String> challenge = new LinkedHashMap<>();
    challenge.put("resource_metadata", metadata.url());
    if (!scopes.isEmpty()) {
      challenge.put("scope", String.join(" ", scopes));
    }
    if (!error.isEmpty()) {
      challenge.put("error", error);
    }
    return Bearer.challenge(challenge);
  }

  /** As in RFC 9068, or {@code scp} as a text or a list, as some issuers have it. */
  private static Set<String> scopes(JWTClaimsSet claims) {
    return Stream.of("scope", "scp")
        .flatMap(name -> Stream.ofNullable(claims.getClaim(name)))
        .flatMap(value -> value instanceof Collection<?> list ? list.stream() : Stream.of(value))
        .filter(String.class::isInstance)
        .flatMap(text -> Arrays.stream(((String) text).split(" ")))
        .filter(scope -> !scope.isEmpty())
        .collect(Collectors.toUnmodifiableSet());
  }
}
