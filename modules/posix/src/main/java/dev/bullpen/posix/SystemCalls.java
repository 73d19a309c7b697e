package dev.bullpen.posix;

import java.util.Optional;

/**
 * The way to the system's calls: JNA's native library, which has to fit the machine. Where it does
 * not, every call made here ends with a {@link LinkageError}.
 */
public final class SystemCalls {
  private SystemCalls() {}

  /** Load what leads to them, which takes long. If that fails nothing is thrown here. */
  public static void load() {
    if (failure().isEmpty()) {
      LibC.getpid();
    }
  }

  /** Why none can be made, as a sentence with its reason; empty if they can. */
  public static Optional<String> failure() {
    return Jna.failure();
  }
}
