package dev.bullpen.http.oauth;

/** A token is refused. The message says why, for the client, and contains nothing of the token. */
final class WrongTokenException extends Exception {
  private final boolean isExpired;

  /**
   * @param isExpired whether this is all that is wrong with it
   */
  WrongTokenException(String sentences, boolean isExpired) {
    super(sentences);
    this.isExpired = isExpired;
  }

  boolean isExpired() {
    return isExpired;
  }
}
