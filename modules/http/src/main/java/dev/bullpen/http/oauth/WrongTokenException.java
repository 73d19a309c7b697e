package dev.bullpen.http.oauth;

/** A token is not taken; the message says why, for the client, and has nothing of the token. */
final class WrongTokenException extends Exception {
  WrongTokenException(String sentences) {
    super(sentences);
  }
}
