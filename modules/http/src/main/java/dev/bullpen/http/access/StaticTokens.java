package dev.bullpen.http.access;

import dev.bullpen.http.access.Verdict.Allowed;
import dev.bullpen.http.access.Verdict.Refused;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpStatus;

/** Lets in clients with a known token: the one made at the start, or those of a file. */
public final class StaticTokens implements Authenticator {
  private static final int RANDOM_BYTES = 32;

  /**
   * Shorter tokens may be a person's invention, and can be guessed. A file has only hashes, which
   * do not show the length.
   */
  static final int MIN_CHARS = 32;

  private static final String MISSING =
      "This server requires a token: send the header \"Authorization: Bearer TOKEN\". The server's operator has one.";

  private static final String WRONG =
      "This token is unknown, or no longer valid. Ask the server's operator for another.";

  private static final String SHORT =
      "This token is shorter than %d characters, and so is not accepted. Ask the server's operator for another."
          .formatted(MIN_CHARS);

  private final Supplier<List<KnownToken>> known;

  private StaticTokens(Supplier<List<KnownToken>> known) {
    this.known = known;
  }

  /** A new token of 256 random bits, for {@link #one}. It is a secret. */
  public static String random() {
    byte[] bytes = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** One token, which may use everything. */
  public static StaticTokens one(String token) {
    KnownToken known = new KnownToken(KnownToken.hash(token), Grant.ofAll("token"));
    return new StaticTokens(() -> List.of(known));
  }

  public static StaticTokens of(PermissionFile<KnownToken> file) {
    return new StaticTokens(file::entries);
  }

  @Override
  public Verdict authenticate(Optional<String> token) {
    if (token.isEmpty()) {
      return refused(false, MISSING);
    }
    if (token.get().length() < MIN_CHARS) {
      return refused(true, SHORT);
    }
    byte[] hash = KnownToken.hash(token.get());
    Optional<Grant> grant = Optional.empty();
    for (KnownToken candidate : known.get()) { // all of them: constant time
      if (candidate.hasHash(hash)) {
        grant = Optional.of(candidate.grant());
      }
    }
    return grant.<Verdict>map(Allowed::new).orElseGet(() -> refused(true, WRONG));
  }

  private static Refused refused(boolean hasToken, String sentence) {
    Map<String, String> challenge = new LinkedHashMap<>(Map.of("realm", "bullpen"));
    if (hasToken) {
      challenge.put("error", "invalid_token");
    }
    return new Refused(HttpStatus.UNAUTHORIZED_401, Bearer.challenge(challenge), sentence);
  }
}
