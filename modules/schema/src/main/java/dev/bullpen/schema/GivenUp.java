package dev.bullpen.schema;

/**
 * A check went beyond a bound. Of the library's own kind, because of all exceptions it lets only
 * these pass through a pattern.
 */
final class GivenUp extends com.networknt.schema.SchemaException {
  private static final long serialVersionUID = 1L;

  GivenUp(String message) {
    super(message);
  }
}
