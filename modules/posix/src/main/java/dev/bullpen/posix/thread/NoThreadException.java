package dev.bullpen.posix.thread;

import java.util.Objects;

/**
 * Something was not done because the system has no thread left: this user or container has as many
 * as allowed. That passes, and work that needs no further thread goes on meanwhile. The message is
 * fit for clients.
 */
public final class NoThreadException extends RuntimeException {
  /** A full heap throws the same error, but would have ended this process. */
  public NoThreadException(OutOfMemoryError cause) {
    super("The system has no further thread for the server; ask again in a moment", cause);
  }

  /** The system's own message. */
  public String complaint() {
    return Objects.requireNonNull(getCause()).getMessage();
  }
}
