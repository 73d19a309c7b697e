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
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One property of a {@link FormSchema}: a {@code PrimitiveSchemaDefinition}. A string, one of
 * several strings with or without titles, several of several, a number or a boolean; nothing
 * nested.
 */
final class FormField {
  private static final String TYPE = "type";
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

  private FormField() {}

  /** The property a script wrote, in the form of the newest revision. */
  static ObjectNode of(String name, JsonNode written) throws JsonRpcException {
    ObjectNode mended = mended(written);
    if (mended.has(FORMAT) && FORMATS.fit(mended.path(FORMAT), V2026_07_28).isEmpty()) {
      // To drop a format unknown to clients, "password" say, would show what is to be hidden.
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

  /** The property as an older revision says it: choices with {@code enumNames}, one only. */
  static ObjectNode forRevision(String name, JsonNode field, Revision revision)
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

  /** With what is often left to be understood: that choices are strings, and a choice of many. */
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
    return Unaskable.because(
        "property %s of requestedSchema %s".formatted(JsonRpcError.quoted(name), what));
  }
}
