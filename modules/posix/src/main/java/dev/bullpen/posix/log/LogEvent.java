package dev.bullpen.posix.log;

import java.util.Map;

/**
 * Something to log.
 *
 * @param message a sentence
 * @param details the same for programs, in order: numbers, booleans, and text for all other values
 */
public record LogEvent(String message, Map<String, Object> details) {
  public LogEvent(String message) {
    this(message, Map.of());
  }

  /** For a log that knows nothing of details. */
  @Override
  public String toString() {
    return message;
  }
}
