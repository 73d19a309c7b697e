package dev.bullpen.json;

import tools.jackson.core.StreamReadConstraints;

/**
 * Bytes that are not one JSON value; the message says what is wrong and where, and quotes no input.
 */
public final class JsonException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean beyondLimit;

  JsonException(String message) {
    this(message, false);
  }

  private JsonException(String message, boolean beyondLimit) {
    super(message);
    this.beyondLimit = beyondLimit;
  }

  static JsonException beyondLimit() {
    return new JsonException(
        ("nested deeper than %d, a name longer than %d characters, or a number of more than %d digits"
                + " or out of range")
            .formatted(Json.MAX_DEPTH, StreamReadConstraints.DEFAULT_MAX_NAME_LEN, Json.MAX_DIGITS),
        true);
  }

  /** It would take more than any value may. */
  static JsonException tooMuch(long most) {
    return new JsonException(
        "so many values that they would take more than %d MiB of memory".formatted(most >> 20),
        true);
  }

  /** It would take more than there is now. */
  static JsonException noRoom() {
    return new JsonException("larger than the memory that is left at the moment", true);
  }

  /** Whether it may well be JSON, but something in it is beyond a limit of ours. */
  public boolean isBeyondLimit() {
    return beyondLimit;
  }
}
