package dev.bullpen.http.oauth;

/** The issuer's keys are unknown at the moment. */
final class KeysUnavailableException extends Exception {
  private final long secondsToWait;

  KeysUnavailableException(long secondsToWait) {
    super("the issuer's keys are not known");
    this.secondsToWait = secondsToWait;
  }

  /** When to retry, in seconds; at least one. */
  long secondsToWait() {
    return secondsToWait;
  }
}
