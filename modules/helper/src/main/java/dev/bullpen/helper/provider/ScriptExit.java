package dev.bullpen.helper.provider;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Ends a job like a script that writes the message to its error output and exits with the code. It
 * needs no stack trace: it is thrown on purpose, or is about the provider as a whole.
 */
final class ScriptExit extends Exception {
  static final int FAILURE = 1;

  private final int code;

  ScriptExit(String message) {
    this(FAILURE, message);
  }

  ScriptExit(int code, String message) {
    this(code, message, null);
  }

  private ScriptExit(int code, String message, @Nullable Throwable cause) {
    super(Objects.requireNonNullElse(message, ""), cause, false, false);
    this.code = code;
  }

  /** For any other exception of a provider, whose trace is shown. */
  static ScriptExit because(int code, Throwable thrown) {
    return new ScriptExit(code, "", thrown);
  }

  int code() {
    return code;
  }

  /** Whether a resource has failed. Then the message replaces what was printed. */
  boolean isOfResource() {
    return code != FAILURE;
  }
}
