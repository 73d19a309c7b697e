package dev.bullpen.launcher.client;

/** The server does not know the session of a request. The next request begins another one. */
public final class SessionEndedException extends ServerException {
  SessionEndedException(String message) {
    super(message);
  }
}
