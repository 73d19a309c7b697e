package dev.bullpen.posix.thread;

import java.util.Objects;

/**
 * There is no thread to be had for something, so it is not done: there are as many as the system
 * lets this user or this container have. That passes; what needs no further thread goes on
 * meanwhile. The message is fit for clients.
 */
public final class NoThreadException extends RuntimeException {
  /**
   * @param cause of {@link Thread#start}. A full heap, which is the same error, would have ended
   *     this process.
   */
  public NoThreadException(OutOfMemoryError cause) {
    super("The system lets the server have no further thread; ask again in a moment", cause);
  }

  /** What the system has said. */
  public String complaint() {
    return Objects.requireNonNull(getCause()).getMessage();
  }
}
