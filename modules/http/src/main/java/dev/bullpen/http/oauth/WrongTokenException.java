package dev.bullpen.http.oauth;

/** A token is refused. The message says why, for the client, and contains nothing of the token. */
final class WrongTokenException extends Exception {
  WrongTokenException(String sentences) {
    super(sentences);
  }
}
