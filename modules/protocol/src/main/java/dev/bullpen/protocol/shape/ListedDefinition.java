package dev.bullpen.protocol.shape;

import static dev.bullpen.protocol.Revision.V2025_03_26;
import static dev.bullpen.protocol.Revision.V2025_06_18;
import static dev.bullpen.protocol.Revision.V2025_11_25;

import dev.bullpen.json.Json;
import dev.bullpen.json.UriText;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.Revision;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The {@code Tool}, {@code Prompt}, {@code Resource} and {@code ResourceTemplate} objects in lists.
 * Each method takes the form of the newest revision, does not change it, and returns the form of a
 * given revision. The result is always valid: members of the wrong type are left out, and missing
 * ones are added.
 *
 * <p>The form of the newest revision comes from a project's metadata, by {@code
 * dev.bullpen.project.metadata.WrittenDefinition}.
 */
public final class ListedDefinition {
  /** The name of an item that has no name, URI or template. */
  private static final String UNNAMED = "unnamed";

  private static final String NAME = "name";
  private static final String TITLE = "title";
  private static final String DESCRIPTION = "description";
  private static final String URI = "uri";
  private static final String URI_TEMPLATE = "uriTemplate";
  private static final Kind NAMES = Kind.listOf(Kind.STRING);

  /** No member is required, because {@link #filled} adds the missing ones. */
  private static final Shape LISTED =
      Shape.empty()
          .may(NAME, Kind.STRING)
          .may(TITLE, Kind.STRING, V2025_06_18)
          .may(DESCRIPTION, Kind.STRING)
          .may("icons", Shapes.ICONS, V2025_11_25)
          .may(MetaKey.META, Kind.OBJECT, V2025_06_18);

  /** Also for sampling. */
  public static final Shape TOOL =
      LISTED
          .must(NAME, Kind.STRING)
          .must("inputSchema", ListedDefinition::inputSchema)
          .may("outputSchema", ListedDefinition::outputSchema, V2025_06_18)
          .may("annotations", Shapes.TOOL_ANNOTATIONS, V2025_03_26);

  private static final Shape PROMPT_ARGUMENT =
      Shape.empty()
          .must(NAME, Kind.STRING)
          .may(TITLE, Kind.STRING, V2025_06_18)
          .may(DESCRIPTION, Kind.STRING)
          .may("required", Kind.BOOLEAN);

  private static final Shape PROMPT = LISTED.may("arguments", Kind.thoseOf(PROMPT_ARGUMENT));

  private static final Shape RESOURCE =
      LISTED
          .may(URI, Shapes.URI)
          .may("mimeType", Kind.STRING)
          .may("size", Kind.INTEGER)
          .may("annotations", Shapes.ANNOTATIONS);

  private static final Shape RESOURCE_TEMPLATE =
      LISTED
          .may(URI_TEMPLATE, Kind.STRING)
          .may("mimeType", Kind.STRING)
          .may("annotations", Shapes.ANNOTATIONS);

  private ListedDefinition() {}

  /**
   * A tool. Its schemas stay, except for parts that older revisions do not allow. {@code execution}
   * is left out, because there are no tasks.
   *
   * @throws IllegalArgumentException if the name, or an {@code inputSchema} of type object, is
   *     missing
   */
  public static ObjectNode tool(ObjectNode full, Revision revision) {
    return filled(
        TOOL.object(full, revision)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "no tool: "
                            + JsonRpcError.quoted(full.path(NAME).stringValue("without a name")))),
        UNNAMED);
  }

  public static ObjectNode prompt(ObjectNode full, Revision revision) {
    return filled(PROMPT.object(full, revision).orElseThrow(), UNNAMED);
  }

  /**
   * A resource. An invalid {@code uri} is made valid, so that a client can read it: illegal
   * characters are percent-encoded, and {@code resource:} is added if there is no scheme.
   */
  public static ObjectNode resource(ObjectNode full, Revision revision) {
    ObjectNode shown = RESOURCE.object(full, revision).orElseThrow();
    if (!shown.has(URI)) {
      shown.put(URI, UriText.made(full.path(URI).stringValue(name(full))));
    }
    return filled(shown, shown.path(URI).stringValue());
  }

  public static ObjectNode resourceTemplate(ObjectNode full, Revision revision) {
    ObjectNode shown = RESOURCE_TEMPLATE.object(full, revision).orElseThrow();
    if (!shown.has(URI_TEMPLATE)) {
      shown.put(URI_TEMPLATE, UriText.made(name(full)));
    }
    return filled(shown, shown.path(URI_TEMPLATE).stringValue());
  }

  private static String name(ObjectNode full) {
    return full.path(NAME).stringValue(UNNAMED);
  }

  /**
   * Add a missing name and description. The schemas do not require a description, but some clients
   * would refuse the whole list without one.
   */
  private static ObjectNode filled(ObjectNode shown, String otherwise) {
    if (!shown.has(NAME)) {
      shown.put(NAME, otherwise);
    }
    if (shown.path(DESCRIPTION).stringValue("").isBlank()) {
      shown.put(DESCRIPTION, shown.path(TITLE).stringValue(shown.path(NAME).stringValue()));
    }
    return shown;
  }

  // Schemas of tools. In 2026-07-28 any JSON Schema is allowed. Before, "properties" must hold
  // objects and "required" strings, so the schemas true and false are written as {} and {"not":{}}.
  // A "$schema" that is not a string is left out, because strict clients would refuse the list.

  private static Optional<JsonNode> inputSchema(JsonNode schema, Revision revision) {
    return isOfObjects(schema) ? Optional.of(schema(schema, revision)) : Optional.empty();
  }

  /** Before 2026-07-28 a result is an object, so a schema of other types is useless. */
  private static Optional<JsonNode> outputSchema(JsonNode schema, Revision revision) {
    return revision.hasAnyStructuredContent()
        ? Kind.OBJECT.fit(schema, revision).map(any -> schema(any, revision))
        : inputSchema(schema, revision);
  }

  private static boolean isOfObjects(JsonNode schema) {
    return schema.isObject() && schema.path("type").stringValue("").equals("object");
  }

  private static JsonNode schema(JsonNode schema, Revision revision) {
    ObjectNode listed = Json.object();
    for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
      keyword(keyword.getKey(), revision)
          .fit(keyword.getValue(), revision)
          .ifPresent(value -> listed.set(keyword.getKey(), value));
    }
    return listed;
  }

  private static Kind keyword(String name, Revision revision) {
    if (name.equals("$schema")) {
      return Kind.STRING;
    }
    return switch (revision.isModern() ? "" : name) {
      case "properties" -> ListedDefinition::properties;
      case "required" -> NAMES;
      default -> Kind.ANYTHING;
    };
  }

  private static Optional<JsonNode> properties(JsonNode properties, Revision revision) {
    if (!properties.isObject()) {
      return Optional.empty();
    }
    ObjectNode objects = Json.object();
    properties.properties().forEach(each -> objects.set(each.getKey(), asObject(each.getValue())));
    return Optional.of(objects);
  }

  private static JsonNode asObject(JsonNode schema) {
    if (schema.isObject()) {
      return schema;
    }
    ObjectNode written = Json.object();
    if (schema.isBoolean() && !schema.booleanValue()) {
      written.set("not", Json.object());
    }
    return written;
  }
}
