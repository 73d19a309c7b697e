package dev.bullpen.launcher;

/** A wrong word or value. The message is one line that says what, which, and what to do next. */
public final class UsageException extends Exception {
  public UsageException(String message) {
    super(message);
  }
}
