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
   * May wait for another server, for a bounded time, and for the disk. The threads that serve
   * requests call it, so an implementation must not let many of them wait.
   *
   * @param token of the {@code Authorization} header, as RFC 6750 allows it; empty if there is none
   */
  Verdict authenticate(Optional<String> token);
}
