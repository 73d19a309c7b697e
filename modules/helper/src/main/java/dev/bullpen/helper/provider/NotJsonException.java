package dev.bullpen.helper.provider;

/**
 * Text that is not one JSON value; the message says what is wrong and where, and quotes nothing.
 */
final class NotJsonException extends Exception {
  private static final long serialVersionUID = 1L;

  NotJsonException(String message) {
    super(message);
  }
}
