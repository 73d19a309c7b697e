package dev.bullpen.launcher.archive;

/**
 * A JVM in training did not do its part; the message is a clause that says which, and what it said.
 */
final class TrainingException extends Exception {
  private static final long serialVersionUID = 1L;

  TrainingException(String message) {
    super(message);
  }
}
