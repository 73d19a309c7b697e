package dev.bullpen.schema;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * What the validator of the official TypeScript client (ajv) refuses in a schema that is usable
 * here. If that client cannot compile one tool's {@code outputSchema}, it shows no tool.
 */
final class ClientRules {
  /** The schema that ajv includes. */
  private static final String BUNDLED = Dialect.DRAFT_07.id();

  private static final Set<String> FORMAT_BOUNDS =
      Set.of("formatMinimum", "formatMaximum", "formatExclusiveMinimum", "formatExclusiveMaximum");

  /** Names of ajv's own schemas, and of members that every JavaScript object has. */
  private static final Set<String> TAKEN =
      Set.of(
          BUNDLED,
          "http://json-schema.org/schema",
          "__proto__",
          "constructor",
          "hasOwnProperty",
          "isPrototypeOf",
          "propertyIsEnumerable",
          "toLocaleString",
          "toString",
          "valueOf");

  private final Set<String> names = new HashSet<>();

  private ClientRules() {}

  /**
   * The first objection; empty if ajv takes the schema.
   *
   * @param parts the schema and all subschemas
   */
  static Optional<String> objection(JsonNode whole, Collection<JsonNode> parts) {
    ClientRules rules = new ClientRules();
    return parts.stream()
        .flatMap(schema -> rules.fault(schema).stream())
        .findFirst()
        .or(() -> idFault(SchemaIds.of(whole)))
        .or(() -> besideReferenceFault(whole, parts));
  }

  private Optional<String> fault(JsonNode schema) {
    return patternFault(schema)
        .or(() -> valueFault(schema))
        .or(() -> nameFault(schema))
        .or(() -> referenceFault(schema.path("$ref").stringValue("")));
  }

  /** The first pattern of a schema that is no expression of ECMA-262. */
  static Optional<String> patternFault(JsonNode schema) {
    String pattern = schema.path("pattern").stringValue("");
    Optional<String> fault = patternFault(pattern);
    for (String name : schema.path("patternProperties").propertyNames()) {
      fault = fault.or(() -> patternFault(name));
    }
    return fault;
  }

  private static Optional<String> patternFault(String pattern) {
    return EcmaPattern.fault(pattern)
        .map(
            fault ->
                "the pattern %s is no regular expression of ECMA-262: %s"
                    .formatted(Excerpt.quoted(pattern), fault));
  }

  private static Optional<String> valueFault(JsonNode schema) {
    JsonNode type = schema.path("type");
    boolean mayBeNull = Set.of("null").contains(type.stringValue("")) || hasNull(type);
    if (schema.path("enum").isArray() && schema.path("enum").isEmpty()) {
      return Optional.of("\"enum\" is empty");
    }
    if (schema.has("nullable") && type.isMissingNode()) {
      return Optional.of("\"nullable\" stands beside no \"type\"");
    }
    if (mayBeNull
        && schema.path("nullable").isBoolean()
        && !schema.path("nullable").booleanValue()) {
      return Optional.of("\"nullable\" is false, and \"type\" has \"null\"");
    }
    if (schema.path("exclusiveMinimum").isBoolean()
        || schema.path("exclusiveMaximum").isBoolean()) {
      return Optional.of(
          "a bound is excluded by a boolean, as in draft-04; write the number there");
    }
    for (String bound : FORMAT_BOUNDS) {
      if (schema.has(bound) && !(schema.path(bound).isString() && schema.has("format"))) {
        return Optional.of("\"%s\" is no string, or stands beside no \"format\"".formatted(bound));
      }
    }
    return schema.has("$async") ? Optional.of("\"$async\" is no keyword") : Optional.empty();
  }

  private static boolean hasNull(JsonNode types) {
    return types.valueStream().anyMatch(each -> each.stringValue("").equals("null"));
  }

  private Optional<String> nameFault(JsonNode schema) {
    if (schema.has("id")) {
      return Optional.of("\"id\" is a keyword of draft-04; write \"$id\"");
    }
    for (Map.Entry<String, JsonNode> member : schema.properties()) {
      boolean isAnchor =
          member.getKey().equals("$anchor") || member.getKey().equals("$dynamicAnchor");
      String name = member.getValue().stringValue("");
      if (isAnchor && !KeywordForms.ANCHOR.matcher(name).matches()) {
        return Optional.of("%s is no anchor".formatted(Excerpt.quoted(name)));
      }
      if (member.getKey().equals("$id") && member.getValue().isString()) {
        if (name.startsWith("#")) {
          return Optional.of("\"$id\" is an anchor; write \"$anchor\"");
        }
        if (name.isEmpty()) {
          return Optional.of("\"$id\" is empty; leave it out");
        }
      }
      if (isAnchor && !names.add(name)) {
        return alike(name);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> idFault(List<String> ids) {
    Set<String> seen = new HashSet<>();
    for (String id : ids) {
      if (TAKEN.contains(id)) {
        return Optional.of("%s is the name of another schema".formatted(Excerpt.quoted(id)));
      }
      if (!seen.add(id)) {
        return alike(id);
      }
    }
    return Optional.empty();
  }

  /**
   * In draft-07 no keyword counts beside a reference, but ajv resolves the reference by an id
   * there.
   */
  private static Optional<String> besideReferenceFault(JsonNode whole, Collection<JsonNode> parts) {
    boolean isOld = whole.path("$schema").stringValue("").contains("/draft-0");
    return isOld
            && parts.stream()
                .anyMatch(part -> part != whole && part.has("$ref") && part.path("$id").isString())
        ? Optional.of("\"$id\" stands beside \"$ref\"; leave it out")
        : Optional.empty();
  }

  private static Optional<String> alike(String name) {
    return Optional.of("two schemas in it are called %s".formatted(Excerpt.quoted(name)));
  }

  /** Its target has been checked before, except for meta-schemas. */
  private static Optional<String> referenceFault(String reference) {
    String resource =
        reference.endsWith("#") ? reference.substring(0, reference.length() - 1) : reference;
    boolean isForeign = Survey.BUNDLED.contains(resource) && !resource.equals(BUNDLED);
    return isForeign || resource.startsWith("https://json-schema.org/draft-07/")
        ? Optional.of("not every client has %s".formatted(Excerpt.quoted(reference)))
        : Optional.empty();
  }

  /**
   * The URIs by which ajv knows a schema and its subschemas: every object that is not inside a
   * value.
   */
  static final class SchemaIds {
    private static final Set<String> VALUES =
        Set.of("default", "enum", "const", "example", "examples", "required");

    /** Base of ids that are relative to nothing. */
    private static final String FOLDER = Survey.resolve(Survey.HERE, ".");

    private final List<String> found = new ArrayList<>();

    private SchemaIds() {}

    /** All ids of a document, resolved and in order, duplicates included. */
    static List<String> of(JsonNode schema) {
      SchemaIds ids = new SchemaIds();
      ids.collect(schema, Survey.HERE);
      return ids.found;
    }

    private void collect(JsonNode value, String outerBase) {
      if (value.isArray()) {
        value.forEach(each -> collect(each, outerBase));
        return;
      }
      String base = outerBase;
      if (value.path("$id").isString()) {
        base = Survey.resolve(outerBase, value.get("$id").stringValue());
        base = base.endsWith("#") ? base.substring(0, base.length() - 1) : base;
        found.add(base.startsWith(FOLDER) ? base.substring(FOLDER.length()) : base);
      }
      for (Map.Entry<String, JsonNode> member : value.properties()) {
        if (Subschema.BY_NAME.contains(member.getKey())) {
          for (JsonNode named : member.getValue()) {
            collect(named, base);
          }
        } else if (!VALUES.contains(member.getKey())) {
          collect(member.getValue(), base);
        }
      }
    }
  }
}
