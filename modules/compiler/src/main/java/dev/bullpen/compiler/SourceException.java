package dev.bullpen.compiler;

/** The source is wrong; the message says where and how, for its author, without a path. */
final class SourceException extends Exception {
  private static final long serialVersionUID = 1L;

  SourceException(String message) {
    super(message);
  }
}
