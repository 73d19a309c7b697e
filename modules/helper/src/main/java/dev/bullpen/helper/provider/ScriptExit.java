package dev.bullpen.helper.provider;

import java.util.Objects;

/**
 * Ends a job as a script would that says the message on its error output and exits with the code.
 * It needs no stack trace: it is said on purpose, or of the provider as a whole.
 */
public final class ScriptExit extends Exception {
  private static final long serialVersionUID = 1L;

  /** A failure of no particular kind. */
  public static final int FAILURE = 1;

  private final int code;

  ScriptExit(String message) {
    this(FAILURE, message);
  }

  ScriptExit(int code, String message) {
    super(Objects.requireNonNullElse(message, ""), null, false, false);
    this.code = code;
  }

  /** The exit code, from 1. */
  public int code() {
    return code;
  }
}
