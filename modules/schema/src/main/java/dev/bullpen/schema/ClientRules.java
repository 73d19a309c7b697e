package dev.bullpen.schema;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * What the validator of the official TypeScript client (ajv) refuses of a schema that can be used
 * here. A client that cannot compile one tool's {@code outputSchema} shows none of the tools.
 */
final class ClientRules {
  /** The schemas that it brings along. */
  private static final String BUNDLED = Dialect.DRAFT_07.id();

  private static final Set<String> FORMAT_BOUNDS =
      Set.of("formatMinimum", "formatMaximum", "formatExclusiveMinimum", "formatExclusiveMaximum");

  private final Set<String> names = new HashSet<>();

  private ClientRules() {}

  /** What it would say of these schemas, which are one and all in it; empty if it takes them. */
  static Optional<String> objection(Collection<JsonNode> schemas) {
    ClientRules rules = new ClientRules();
    return schemas.stream().flatMap(schema -> rules.look(schema).stream()).findFirst();
  }

  private Optional<String> look(JsonNode schema) {
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
    return EcmaSyntax.fault(pattern)
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
      if (member.getKey().equals("$id") && name.startsWith("#")) {
        return Optional.of("\"$id\" is an anchor; write \"$anchor\"");
      }
      if ((isAnchor || member.getKey().equals("$id")) && !names.add(name)) {
        return Optional.of("two schemas in it are called %s".formatted(Excerpt.quoted(name)));
      }
    }
    return Optional.empty();
  }

  /** Where it leads has been looked at, but for schemas of schemas. */
  private static Optional<String> referenceFault(String reference) {
    String resource =
        reference.endsWith("#") ? reference.substring(0, reference.length() - 1) : reference;
    boolean isForeign = Resources.BUNDLED.contains(resource) && !resource.equals(BUNDLED);
    return isForeign || resource.startsWith("https://json-schema.org/draft-07/")
        ? Optional.of("not every client has %s".formatted(Excerpt.quoted(reference)))
        : Optional.empty();
  }
}
