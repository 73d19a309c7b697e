package dev.bullpen.schema;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A JSON Schema that values can be held against, of the dialect 2020-12, 2019-09 or draft-07 (Model
 * Context Protocol, Tools, "JSON Schema Usage"), or of draft-06 or draft-04, which are rewritten.
 * Immutable and safe for threads.
 *
 * <p>Nothing is ever fetched: a {@code $ref} leads to a place in the same document or to a
 * meta-schema that the library brings along, or the schema is refused. {@code format}, {@code
 * contentEncoding} and {@code contentMediaType} are annotations and do not make a value invalid.
 */
public final class Schema {
  private final Check check;

  private Schema(Check check) {
    this.check = check;
  }

  /**
   * Compile {@code schema}.
   *
   * <p>This may take some tenths of a second for the first schema that says more than which members
   * there are and of which type: it loads the validator library.
   *
   * @param schema an object or a boolean; it must not change afterwards
   * @throws SchemaException if the dialect is not supported, if it is not valid in its dialect, is
   *     nested more than 64 subschemas deep or holds more than 10 000 of them, if a reference leads
   *     out of the document or nowhere, or if a pattern cannot be used
   */
  public static Schema compile(JsonNode schema) throws SchemaException {
    JsonNode current = OlderDialect.renewed(schema);
    Dialect dialect = Survey.dialectOf(current);
    Optional<PlainSchema> plain = PlainReader.read(current);
    return new Schema(plain.isPresent() ? plain.get() : FullSchema.compile(current, dialect));
  }

  /**
   * Hold {@code value} against this schema.
   *
   * @return what is wrong, in the order of the document, the outer before the inner; at most 20
   *     violations and then one that says how many more there are; empty for a valid value
   * @throws SchemaException if the check took longer than a second or went too deep, and was given
   *     up
   */
  public List<Violation> check(JsonNode value) throws SchemaException {
    return check.check(value);
  }
}
