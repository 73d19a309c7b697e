package dev.bullpen.launcher.client;

/** The server failed. The message is a clause that says how. */
public class ServerException extends Exception {
  public ServerException(String message) {
    super(message);
  }
}
