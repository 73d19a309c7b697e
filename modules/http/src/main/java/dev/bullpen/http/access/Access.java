package dev.bullpen.http.access;

import dev.bullpen.http.access.Verdict.Refused;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpStatus;

/** Decides by a request's head whether it is served, and for whom. */
public final class Access {
  /** Parameters under which clients have been seen to send tokens; the first is RFC 6750's. */
  private static final Set<String> TOKEN_PARAMETERS =
      Set.of("access_token", "token", "bearer", "authorization");

  private final HostRule hosts;
  private final OriginRule origins;
  private final Authenticator authenticator;
  private final WrongTokens wrongTokens;
  private final LongSupplier nanoTime;

  /**
   * @param nanoTime the clock of {@link System#nanoTime}
   * @param warnings receives a line when a source sends too many wrong tokens; for the audit log
   */
  public Access(
      HostRule hosts,
      OriginRule origins,
      Authenticator authenticator,
      LongSupplier nanoTime,
      Consumer<String> warnings) {
    this.hosts = hosts;
    this.origins = origins;
    this.authenticator = authenticator;
    this.wrongTokens = new WrongTokens(warnings);
    this.nanoTime = nanoTime;
  }

  /**
   * Why even a request that needs no token, such as a preflight, is refused; empty if it is not.
   */
  public Optional<Refused> objection(Head head) {
    Optional<Refused> wrongHost =
        head.isOfPeer() ? Optional.empty() : hosts.objection(head.hosts());
    return wrongHost
        .or(() -> origins.objection(head.origin()))
        .or(() -> tokenInQuery(head.query()));
  }

  /** May block as long as {@link Authenticator#authenticate}. */
  public Verdict check(Head head) {
    Verdict verdict = checkAgain(head);
    return isGuess(head, verdict) ? counted(head, verdict) : verdict;
  }

  /** The same for a request that was let in and is still open: its token is no guess. */
  public Verdict checkAgain(Head head) {
    Optional<Refused> objection = objection(head);
    return objection.isPresent()
        ? objection.get()
        : authenticator.authenticate(Bearer.token(head.authorization()));
  }

  private static boolean isGuess(Head head, Verdict verdict) {
    return head.authorization().isPresent()
        && verdict instanceof Refused refused
        && refused.status() == HttpStatus.UNAUTHORIZED_401
        && !refused.isExpired();
  }

  private Verdict counted(Head head, Verdict verdict) {
    long wait = wrongTokens.count(head.source(), nanoTime.getAsLong());
    return wait == 0
        ? verdict
        : new Refused(
            HttpStatus.TOO_MANY_REQUESTS_429,
            Map.of("Retry-After", Long.toString(wait)),
            "Too many wrong tokens came from this address. Try again in %d s, with another token."
                .formatted(wait));
  }

  /** URLs are kept in histories and logs, and sent on to other sites. */
  private static Optional<Refused> tokenInQuery(Optional<String> query) {
    return query.stream()
            .flatMap(text -> Stream.of(text.split("&")))
            .map(parameter -> decoded(parameter.split("=", 2)[0]))
            .anyMatch(TOKEN_PARAMETERS::contains)
        ? Optional.of(
            new Refused(
                HttpStatus.BAD_REQUEST_400,
                "A token must not be in a URL. Send it in the header \"Authorization: Bearer TOKEN\", and make a new one: this one may be in logs by now."))
        : Optional.empty();
  }

  private static String decoded(String name) {
    try {
      return URLDecoder.decode(name, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException e) {
      return name; // wrongly encoded, so none of the parameters above
    }
  }
}
