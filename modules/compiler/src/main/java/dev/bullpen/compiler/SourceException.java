package dev.bullpen.compiler;

/** The source is wrong; the message says where and how, for its author, without a path. */
final class SourceException extends Exception {
  SourceException(String message) {
    super(message);
  }
}
