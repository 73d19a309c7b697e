package dev.bullpen.posix.thread;

import java.util.Objects;

/**
 * Something is not done for want of a thread: this user or container has as many as the system
 * allows. That passes, and what needs no further thread goes on meanwhile. The message is fit for
 * clients.
 */
public final class NoThreadException extends RuntimeException {
  /** A full heap, which is the same error, would have ended this process. */
  public NoThreadException(OutOfMemoryError cause) {
    super("The system lets the server have no further thread; ask again in a moment", cause);
  }

  /** The message of the system. */
  public String complaint() {
    return Objects.requireNonNull(getCause()).getMessage();
  }
}
