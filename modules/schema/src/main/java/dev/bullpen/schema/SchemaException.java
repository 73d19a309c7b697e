package dev.bullpen.schema;

/**
 * A schema that cannot be used, or a check that had to be given up. The message is a sentence that
 * says what is wrong and where, and holds no more than 100 characters of any value.
 */
public final class SchemaException extends Exception {
  private static final long serialVersionUID = 1L;

  SchemaException(String message) {
    super(message);
  }
}
