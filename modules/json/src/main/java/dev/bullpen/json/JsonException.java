package dev.bullpen.json;

/**
 * Bytes that are not one JSON value; the message says what is wrong and where, and quotes no input.
 */
public final class JsonException extends Exception {
  private static final long serialVersionUID = 1L;

  JsonException(String message) {
    super(message);
  }
}
