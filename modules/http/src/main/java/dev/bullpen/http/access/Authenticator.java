package dev.bullpen.http.access;

import java.util.Optional;

/**
 * Finds the principal of a request. It is called for every request, and again at intervals while a
 * stream is open, so that the stream ends when its token does.
 */
public interface Authenticator {
  /**
   * Lets every client in. Allowed on a loopback address or a Unix socket only, see {@link
   * BindRule}.
   */
  Authenticator ANONYMOUS = token -> new Verdict.Allowed(Grant.ofAll("anonymous"));

  /**
   * May block on another server, for a bounded time. Never call it on a thread that other requests
   * need.
   *
   * @param token of the {@code Authorization} header, as RFC 6750 allows it; empty if there is none
   */
  Verdict authenticate(Optional<String> token);
}
