package dev.bullpen.http.access;

import java.util.Map;

/** What is decided of a request by its head. */
public sealed interface Verdict {
  /** It may be served, as far as the grant goes. */
  record Allowed(Grant grant) implements Verdict {}

  /**
   * It is answered with this alone; its body is not read.
   *
   * @param headers {@code WWW-Authenticate} or {@code Retry-After}, where the status has one
   * @param sentence what is wrong, and what to do; never with a secret
   */
  record Refused(int status, Map<String, String> headers, String sentence) implements Verdict {
    static final int BAD_REQUEST = 400;
    public static final int FORBIDDEN = 403;
    static final int TOO_MANY_REQUESTS = 429;

    /** RFC 9110, section 15.5.2: not with a token like this. */
    public static final int UNAUTHORIZED = 401;

    public Refused {
      headers = Map.copyOf(headers);
    }

    Refused(int status, String sentence) {
      this(status, Map.of(), sentence);
    }
  }
}
