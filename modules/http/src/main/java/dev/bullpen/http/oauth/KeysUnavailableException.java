package dev.bullpen.http.oauth;

/** It is not known at the moment which keys the issuer signs with. */
final class KeysUnavailableException extends Exception {
  private final long secondsToWait;

  KeysUnavailableException(long secondsToWait) {
    super("the issuer's keys are not known");
    this.secondsToWait = secondsToWait;
  }

  /** When to ask again; at least one. */
  long secondsToWait() {
    return secondsToWait;
  }
}
