package dev.bullpen.protocol.question;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Checks what a user filled in against the form he was shown. The client should have done that; a
 * script shall not have to. Types, choices and bounds count; formats do not, and what the form did
 * not ask for is let through.
 */
final class FormContent {
  private FormContent() {}

  /**
   * What is wrong, with the name of the field.
   *
   * @param schema a {@link FormSchema} of the newest form
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
      case "integer" -> isWhole(value) && isBetween(field, "minimum", "maximum", value);
      case "number" -> value.isNumber() && isBetween(field, "minimum", "maximum", value);
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
        : isBetween(field, "minLength", "maxLength", text.codePointCount(0, text.length()));
  }

  private static boolean isSelection(JsonNode field, JsonNode value) {
    return value.isArray()
        && isBetween(field, "minItems", "maxItems", value.size())
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
   * JSON Schema counts 3.0 among the integers (2020-12 validation, section 6.1.1). What has no
   * fraction is not looked at further: without its zeros 100e2147483647 would have an exponent that
   * does not exist.
   */
  private static boolean isWhole(JsonNode value) {
    if (!value.isNumber()) {
      return false;
    }
    BigDecimal number = value.decimalValue();
    return number.scale() <= 0 || number.stripTrailingZeros().scale() <= 0;
  }

  private static boolean isBetween(JsonNode field, String least, String most, JsonNode number) {
    return isBetween(field, least, most, number.decimalValue());
  }

  private static boolean isBetween(JsonNode field, String least, String most, int count) {
    return isBetween(field, least, most, BigDecimal.valueOf(count));
  }

  private static boolean isBetween(JsonNode field, String least, String most, BigDecimal number) {
    return (!field.has(least) || number.compareTo(field.path(least).decimalValue()) >= 0)
        && (!field.has(most) || number.compareTo(field.path(most).decimalValue()) <= 0);
  }
}
