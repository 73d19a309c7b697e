package dev.bullpen.http.access;

import java.util.Map;

/** Whether a request is served, decided by its head. */
public sealed interface Verdict {
  /** The request may be served, within the grant. */
  record Allowed(Grant grant) implements Verdict {}

  /**
   * The request is refused with this answer; its body is not read.
   *
   * @param headers {@code WWW-Authenticate} or {@code Retry-After}, if the status has one
   * @param sentence what is wrong and what to do; contains no secret
   * @param isExpired whether the token is genuine, and so no guess, but has expired
   */
  record Refused(int status, Map<String, String> headers, String sentence, boolean isExpired)
      implements Verdict {
    public Refused {
      headers = Map.copyOf(headers);
    }

    public Refused(int status, Map<String, String> headers, String sentence) {
      this(status, headers, sentence, false);
    }

    Refused(int status, String sentence) {
      this(status, Map.of(), sentence);
    }
  }
}
