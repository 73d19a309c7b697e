package dev.bullpen.schema;

import dev.bullpen.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A JSON Schema that can check values, of the dialect 2020-12, 2019-09 or draft-07 (Model Context
 * Protocol, Tools, "JSON Schema Usage"), or of draft-06 or draft-04, which are rewritten. Immutable
 * and safe for threads.
 *
 * <p>Nothing is ever fetched. A schema is refused unless every {@code $ref} leads to a place in the
 * same document, or to a meta-schema that the library contains. {@code format}, {@code
 * contentEncoding} and {@code contentMediaType} are annotations and do not make a value invalid.
 */
public final class Schema {
  private final FullSchema full;

  private Schema(FullSchema full) {
    this.full = full;
  }

  /**
   * Compile {@code schema}.
   *
   * <p>For the first schema this takes some tenths of a second, because it loads the validator
   * library, unless {@link #load} has done so.
   *
   * @param schema an object or a boolean; it must not change afterwards
   * @throws SchemaException if the dialect is not supported, if it is not valid in its dialect, is
   *     nested more than 64 subschemas deep or holds more than 10 000 of them, if a reference leads
   *     out of the document or nowhere, or if a pattern cannot be used
   */
  public static Schema compile(JsonNode schema) throws SchemaException {
    JsonNode current = Dialect.renewed(schema);
    return new Schema(FullSchema.compile(current, Survey.of(current).dialect()));
  }

  /** Loads what the first {@link #compile} and {@link #check} need. */
  public static void load() {
    JsonNode string = Json.object().put("type", "string");
    ObjectNode schema = Json.object().put("type", "object");
    schema.set("properties", Json.object().set("x", string));
    schema.set("required", Json.array().add("x"));
    try {
      compile(schema).check(Json.object());
    } catch (SchemaException e) {
      throw new IllegalStateException("a good schema is refused", e);
    }
  }

  /**
   * Whether {@link #compile} would accept {@code schema}, as far as that is known without loading
   * the validator library, which may have further objections.
   */
  public static boolean isUsable(JsonNode schema) {
    try {
      Survey survey = Survey.of(Dialect.renewed(schema));
      for (JsonNode part : survey.parts()) {
        KeywordForms.check(part, survey.dialect());
        checkPatterns(part);
      }
      return true;
    } catch (SchemaException | PatternSyntaxException | StackOverflowError e) {
      return false;
    }
  }

  private static void checkPatterns(JsonNode part) {
    Pattern.compile(EcmaPattern.toJava(part.path("pattern").stringValue("")));
    for (String pattern : part.path("patternProperties").propertyNames()) {
      Pattern.compile(EcmaPattern.toJava(pattern));
    }
  }

  /**
   * Why the official TypeScript client would refuse a schema that is usable here. Because of one
   * such {@code outputSchema} it refuses all tools.
   *
   * @param schema for which {@link #isUsable} is true
   */
  public static Optional<String> clientObjection(JsonNode schema) {
    return ClientRules.objection(schema, parts(schema));
  }

  /**
   * The {@code $id} of a schema and its subschemas, resolved. Clients that compile the schemas of
   * several tools together refuse two with the same.
   */
  public static List<String> ids(JsonNode schema) {
    return ClientRules.SchemaIds.of(schema);
  }

  /** The first of its patterns that is no regular expression of ECMA-262, as a sentence. */
  public static Optional<String> patternFault(JsonNode schema) {
    return parts(schema).stream()
        .flatMap(part -> ClientRules.patternFault(part).stream())
        .findFirst();
  }

  /** The schema and its subschemas, as they are written; none if it is not usable. */
  private static List<JsonNode> parts(JsonNode schema) {
    try {
      JsonNode current = Dialect.renewed(schema);
      Survey survey = Survey.of(current);
      if (current == schema) {
        return survey.parts();
      }
      List<JsonNode> written = new ArrayList<>();
      collect(schema, written);
      return written;
    } catch (SchemaException e) {
      return List.of();
    }
  }

  private static void collect(JsonNode schema, List<JsonNode> parts) {
    parts.add(schema);
    Subschema.below(schema, Place.ROOT).forEach(inner -> collect(inner.schema(), parts));
  }

  /**
   * Check {@code value} against this schema.
   *
   * @return what is wrong, in the order of the document, the outer before the inner. At most 20
   *     violations, then one that says how many more there are. Empty for a valid value
   * @throws SchemaException if the check took longer than a second or went too deep, and was given
   *     up
   */
  public List<Violation> check(JsonNode value) throws SchemaException {
    return full.check(value);
  }
}
