package dev.bullpen.http.access;

import java.util.Optional;

/**
 * Who sends a request. Asked at every request, and again now and then for as long as a stream is
 * open: it ends when its token does.
 */
public interface Authenticator {
  /** Lets in all that reach it: on a loopback address or a Unix socket, see {@link BindRule}. */
  Authenticator ANONYMOUS = token -> new Verdict.Allowed(Grant.ofAll("anonymous"));

  /**
   * May wait for another server, for a bounded time; never called on a thread that others need.
   *
   * @param token of the {@code Authorization} header, as RFC 6750 allows it; empty if there is none
   */
  Verdict authenticate(Optional<String> token);
}
