package dev.bullpen.http.oauth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.ExpiredJWTException;
import java.text.ParseException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Checks the tokens of one issuer for one resource (RFC 9068, section 4, except for the type). */
final class AccessTokens {
  /** Each fits one kind of key, so none can be checked with another's key. */
  private static final Set<JWSAlgorithm> ALGORITHMS =
      Set.of(
          JWSAlgorithm.RS256,
          JWSAlgorithm.PS256,
          JWSAlgorithm.ES256,
          JWSAlgorithm.EdDSA,
          JWSAlgorithm.Ed25519);

  /** Many issuers send JWT or nothing. Tokens of other types were made for other uses. */
  private static final Set<String> TYPES = Set.of("at+jwt", "application/at+jwt", "jwt");

  private static final Duration CLOCK_SKEW = Duration.ofSeconds(60);

  private final OAuthSettings settings;
  private final IssuerKeys keys;
  private final DefaultJWTClaimsVerifier<SecurityContext> claimsVerifier;

  /**
   * @param clock the wall clock
   */
  AccessTokens(OAuthSettings settings, IssuerKeys keys, InstantSource clock) {
    this.settings = settings;
    this.keys = keys;
    this.claimsVerifier =
        new DefaultJWTClaimsVerifier<>(
            settings.resource(),
            new JWTClaimsSet.Builder().issuer(settings.issuer()).build(),
            Set.of("exp", "sub")) {
          @Override
          protected Date currentTime() {
            return Date.from(clock.instant());
          }
        };
    claimsVerifier.setMaxClockSkew((int) CLOCK_SKEW.toSeconds());
  }

  /** The claims of a valid token, whose scopes are not yet checked. May wait for keys. */
  JWTClaimsSet check(String token) throws WrongTokenException, KeysUnavailableException {
    try {
      SignedJWT jwt = SignedJWT.parse(token);
      if (!isUsable(jwt.getHeader()) || !isSigned(jwt)) {
        throw unsigned();
      }
      JWTClaimsSet claims = jwt.getJWTClaimsSet();
      claimsVerifier.verify(claims, null);
      return claims;
    } catch (ParseException e) {
      throw unsigned();
    } catch (ExpiredJWTException e) {
      throw new WrongTokenException("This access token has expired. Get a new one.", true);
    } catch (BadJWTException e) {
      throw new WrongTokenException(
          "This access token is not for this server, or not valid yet. Its iss must be %s and its aud %s, and it must have a sub and an exp."
              .formatted(settings.issuer(), settings.resource()),
          false);
    }
  }

  private WrongTokenException unsigned() {
    return new WrongTokenException(
        "This access token is not valid. It must be a JWT that %s has signed with RS256, PS256, ES256 or EdDSA."
            .formatted(settings.issuer()),
        false);
  }

  private static boolean isUsable(JWSHeader header) {
    JOSEObjectType type = header.getType();
    Set<String> critical = header.getCriticalParams();
    return ALGORITHMS.contains(header.getAlgorithm())
        && (type == null || TYPES.contains(type.getType().toLowerCase(Locale.ROOT)))
        && (critical == null || critical.isEmpty());
  }

  private boolean isSigned(SignedJWT jwt) throws KeysUnavailableException {
    List<JWK> candidates = keys.matching(JWKMatcher.forJWSHeader(jwt.getHeader()));
    return candidates.stream().anyMatch(key -> isSigned(jwt, key));
  }

  private static boolean isSigned(SignedJWT jwt, JWK key) {
    try {
      if (key instanceof RSAKey rsa) {
        return jwt.verify(new RSASSAVerifier(rsa));
      } else if (key instanceof ECKey elliptic) {
        return jwt.verify(new ECDSAVerifier(elliptic));
      }
      return key instanceof OctetKeyPair edwards
          && Ed25519.isSigned(jwt.getSigningInput(), jwt.getSignature().decode(), edwards);
    } catch (JOSEException e) {
      return false; // a key of another curve
    }
  }
}
