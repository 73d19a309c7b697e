package dev.bullpen.launcher.client;

/** The server did not do its part; the message is a clause that says what was missing. */
public final class ServerException extends Exception {
  public ServerException(String message) {
    super(message);
  }
}
