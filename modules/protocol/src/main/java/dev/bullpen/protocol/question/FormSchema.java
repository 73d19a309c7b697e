package dev.bullpen.protocol.question;

import static dev.bullpen.protocol.Revision.V2025_11_25;
import static dev.bullpen.protocol.Revision.V2026_07_28;
import static dev.bullpen.protocol.shape.Kind.BOOLEAN;
import static dev.bullpen.protocol.shape.Kind.INTEGER;
import static dev.bullpen.protocol.shape.Kind.NUMBER;
import static dev.bullpen.protocol.shape.Kind.STRING;
import static dev.bullpen.protocol.shape.Kind.listOf;
import static dev.bullpen.protocol.shape.Kind.word;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.shape.Kind;
import dev.bullpen.protocol.shape.Shape;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The {@code requestedSchema} of an elicitation: a flat object whose properties are each a {@code
 * PrimitiveSchemaDefinition} (specification, elicitation, requested schema). A property is a
 * string, a choice of one or several strings with or without titles, a number or a boolean. Nothing
 * is nested.
 */
final class FormSchema {
  private static final String TYPE = "type";
  private static final String PROPERTIES = "properties";
  private static final String REQUIRED = "required";

  private static final String ENUM = "enum";
  private static final String ENUM_NAMES = "enumNames";
  private static final String ONE_OF = "oneOf";
  private static final String ANY_OF = "anyOf";
  private static final String ITEMS = "items";
  private static final String FORMAT = "format";

  private static final Kind FORMATS = word("email", "uri", "date", "date-time");

  private static final Shape ANY =
      Shape.empty().must(TYPE, STRING).may("title", STRING).may("description", STRING);

  private static final Shape TEXT =
      ANY.may("minLength", INTEGER)
          .may("maxLength", INTEGER)
          .may(FORMAT, FORMATS)
          .may("default", STRING, V2025_11_25);

  private static final Shape NUMERIC =
      ANY.may("minimum", NUMBER).may("maximum", NUMBER).may("default", NUMBER, V2025_11_25);

  private static final Shape FLAG = ANY.may("default", BOOLEAN);

  private static final Kind TITLED =
      listOf(Shape.empty().must("const", STRING).must("title", STRING));

  private static final Shape CHOICE =
      ANY.must(ENUM, listOf(STRING))
          .may(ENUM_NAMES, listOf(STRING))
          .may("default", STRING, V2025_11_25);

  private static final Shape TITLED_CHOICE =
      ANY.must(ONE_OF, TITLED).may("default", STRING, V2025_11_25);

  private static final Shape SOME =
      Shape.empty().must(TYPE, word("string")).must(ENUM, listOf(STRING));

  private static final Shape TITLED_SOME = Shape.empty().must(ANY_OF, TITLED);

  private static final Kind CHOICES =
      (items, revision) -> SOME.fit(items, revision).or(() -> TITLED_SOME.fit(items, revision));

  private static final Shape SEVERAL =
      ANY.must(ITEMS, CHOICES)
          .may("minItems", INTEGER)
          .may("maxItems", INTEGER)
          .may("default", listOf(STRING));

  private FormSchema() {}

  /**
   * A script's schema in the form of the newest revision, without other members.
   *
   * @throws JsonRpcException if a form cannot ask for it; the message names the property
   */
  static ObjectNode of(JsonNode written) throws JsonRpcException {
    if (!written.isObject() || !written.path(TYPE).stringValue("object").equals("object")) {
      throw ServerRequest.unaskable("requestedSchema must be a schema of type object");
    }
    if (written.has(PROPERTIES) && !written.path(PROPERTIES).isObject()) {
      throw ServerRequest.unaskable("requestedSchema.properties must be an object");
    }
    ObjectNode fields = Json.object();
    for (Map.Entry<String, JsonNode> property : written.path(PROPERTIES).properties()) {
      fields.set(property.getKey(), field(property.getKey(), property.getValue()));
    }
    ObjectNode schema = Json.object().put(TYPE, "object").set(PROPERTIES, fields);
    if (written.has(REQUIRED)) {
      schema.set(REQUIRED, required(written.path(REQUIRED), fields));
    }
    return schema;
  }

  private static ArrayNode required(JsonNode written, ObjectNode fields) throws JsonRpcException {
    ArrayNode names = Json.array();
    for (JsonNode name : written) {
      if (!name.isString() || !fields.has(name.stringValue())) {
        throw ServerRequest.unaskable("requestedSchema.required must name properties only");
      }
      names.add(name);
    }
    return names;
  }

  /**
   * The schema in the form of an older revision.
   *
   * @throws JsonRpcException if there is no such form; the message names the property
   */
  static ObjectNode forRevision(JsonNode schema, Revision revision) throws JsonRpcException {
    ObjectNode fields = Json.object();
    for (Map.Entry<String, JsonNode> field : schema.path(PROPERTIES).properties()) {
      fields.set(field.getKey(), fieldForRevision(field.getKey(), field.getValue(), revision));
    }
    ObjectNode sent = Json.object();
    sent.setAll((ObjectNode) schema);
    sent.set(PROPERTIES, fields);
    return sent;
  }

  private static ObjectNode field(String name, JsonNode written) throws JsonRpcException {
    ObjectNode mended = mended(written);
    if (mended.has(FORMAT) && FORMATS.fit(mended.path(FORMAT), V2026_07_28).isEmpty()) {
      // Dropping an unknown format, such as "password", would show what must be hidden.
      throw refusal(name, "may have format email, uri, date or date-time only");
    }
    return shape(mended)
        .flatMap(shape -> shape.object(mended, V2026_07_28))
        .orElseThrow(
            () ->
                refusal(
                    name,
                    "must be a string, a number, an integer, a boolean, an enum of strings, or an"
                        + " array of such choices"));
  }

  /** The property in the form of an older revision: a choice of one, with {@code enumNames}. */
  private static ObjectNode fieldForRevision(String name, JsonNode field, Revision revision)
      throws JsonRpcException {
    JsonNode said = field.has(ONE_OF) ? untitled(field) : field;
    return shape(said)
        .filter(shape -> shape != SEVERAL || revision.hasElicitationModes())
        .flatMap(shape -> shape.object(said, revision))
        .orElseThrow(
            () ->
                refusal(
                    name,
                    "asks for several choices, for which revision %s of the protocol has no form"
                        .formatted(revision.wire())));
  }

  private static Optional<Shape> shape(JsonNode field) {
    if (field.has(ENUM)) {
      return Optional.of(CHOICE).filter(shape -> isString(field));
    }
    if (field.has(ONE_OF)) {
      return Optional.of(TITLED_CHOICE).filter(shape -> isString(field));
    }
    return switch (field.path(TYPE).stringValue("")) {
      case "string" -> Optional.of(TEXT);
      case "number", "integer" -> Optional.of(NUMERIC);
      case "boolean" -> Optional.of(FLAG);
      case "array" -> Optional.of(SEVERAL);
      default -> Optional.empty();
    };
  }

  private static boolean isString(JsonNode field) {
    return field.path(TYPE).stringValue("").equals("string");
  }

  /** Adds what is often left out: the string type of choices, and {@code anyOf} for several. */
  private static ObjectNode mended(JsonNode written) {
    ObjectNode field = Json.object();
    written.properties().forEach(member -> field.set(member.getKey(), member.getValue()));
    if (!field.has(TYPE) && (field.has(ENUM) || field.has(ONE_OF))) {
      field.put(TYPE, "string");
    }
    JsonNode items = field.path(ITEMS);
    if (items.has(ONE_OF) && !items.has(ANY_OF)) {
      field.set(ITEMS, Json.object().set(ANY_OF, items.path(ONE_OF)));
    } else if (items.has(ENUM) && !items.has(TYPE)) {
      field.set(ITEMS, Json.object().put(TYPE, "string").set(ENUM, items.path(ENUM)));
    }
    return field;
  }

  private static ObjectNode untitled(JsonNode field) {
    ArrayNode values = Json.array();
    ArrayNode titles = Json.array();
    for (JsonNode choice : field.path(ONE_OF)) {
      values.add(choice.path("const"));
      titles.add(choice.path("title"));
    }
    ObjectNode untitled = Json.object();
    untitled.setAll((ObjectNode) field);
    untitled.remove(ONE_OF);
    untitled.set(ENUM, values);
    untitled.set(ENUM_NAMES, titles);
    return untitled;
  }

  private static JsonRpcException refusal(String name, String what) {
    return ServerRequest.unaskable(
        "property %s of requestedSchema %s".formatted(JsonRpcError.quoted(name), what));
  }

  /**
   * What is wrong with a filled-in form, with the field's name, so that scripts need no checks of
   * their own. Types, choices and bounds are checked, formats are not. Further members are allowed.
   *
   * @param schema in the newest form
   */
  static Optional<String> fault(JsonNode schema, JsonNode content) {
    if (!content.isObject()) {
      return Optional.of("content must be an object");
    }
    for (JsonNode name : schema.path("required")) {
      if (!content.has(name.stringValue())) {
        return Optional.of("content.%s is missing".formatted(name.stringValue()));
      }
    }
    for (Map.Entry<String, JsonNode> field : schema.path("properties").properties()) {
      String name = field.getKey();
      if (content.has(name) && !fits(field.getValue(), content.path(name))) {
        return Optional.of("content.%s is not what the form asks for".formatted(name));
      }
    }
    return Optional.empty();
  }

  private static boolean fits(JsonNode field, JsonNode value) {
    return switch (field.path("type").stringValue()) {
      case "boolean" -> value.isBoolean();
      case "integer" ->
          isWhole(value) && isBetween(field, "minimum", "maximum", value.decimalValue());
      case "number" ->
          value.isNumber() && isBetween(field, "minimum", "maximum", value.decimalValue());
      case "array" -> isSelection(field, value);
      default -> isText(field, value);
    };
  }

  private static boolean isText(JsonNode field, JsonNode value) {
    if (!value.isString()) {
      return false;
    }
    String text = value.stringValue();
    return (field.has("enum") || field.has("oneOf"))
        ? choices(field, "oneOf").anyMatch(text::equals)
        : isBetween(
            field,
            "minLength",
            "maxLength",
            BigDecimal.valueOf(text.codePointCount(0, text.length())));
  }

  private static boolean isSelection(JsonNode field, JsonNode value) {
    return value.isArray()
        && isBetween(field, "minItems", "maxItems", BigDecimal.valueOf(value.size()))
        && value
            .valueStream()
            .allMatch(
                each ->
                    each.isString()
                        && choices(field.path("items"), "anyOf")
                            .anyMatch(each.stringValue()::equals));
  }

  private static Stream<String> choices(JsonNode field, String titled) {
    return field.has("enum")
        ? field.path("enum").valueStream().map(JsonNode::stringValue)
        : field.path(titled).valueStream().map(choice -> choice.path("const").stringValue());
  }

  /**
   * JSON Schema counts 3.0 as an integer (2020-12 validation, section 6.1.1). Zeros are stripped
   * only from a number with a fraction, because 100e2147483647 would overflow its exponent.
   */
  private static boolean isWhole(JsonNode value) {
    if (!value.isNumber()) {
      return false;
    }
    BigDecimal number = value.decimalValue();
    return number.scale() <= 0 || number.stripTrailingZeros().scale() <= 0;
  }

  private static boolean isBetween(JsonNode field, String least, String most, BigDecimal number) {
    return (!field.has(least) || number.compareTo(field.path(least).decimalValue()) >= 0)
        && (!field.has(most) || number.compareTo(field.path(most).decimalValue()) <= 0);
  }
}
