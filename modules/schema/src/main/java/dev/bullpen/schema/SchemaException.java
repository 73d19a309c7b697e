package dev.bullpen.schema;

/**
 * A schema that cannot be used, or a check that had to be given up. The message is a sentence that
 * says what is wrong and where. It has at most 100 characters of any value.
 */
public final class SchemaException extends Exception {
  private final boolean refusal;

  SchemaException(String message) {
    this(message, false);
  }

  private SchemaException(String message, boolean refusal) {
    super(message);
    this.refusal = refusal;
  }

  static SchemaException refusal(String message) {
    return new SchemaException(message, true);
  }

  /**
   * Whether no value may count as valid under this schema, because it names an unknown dialect or
   * leads to another document (Model Context Protocol, Tools, "JSON Schema Usage"). Any other
   * unusable schema is a mistake of its author.
   */
  public boolean isRefusal() {
    return refusal;
  }
}
