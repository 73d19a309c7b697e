package dev.bullpen.schema;

import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** What one keyword of a {@link PlainSchema} asks of a value, not counting what is inside it. */
@FunctionalInterface
interface PlainRule {
  void check(JsonNode value, Place place, Violations violations);

  /** The value as a whole is right or wrong. */
  private static PlainRule that(String keyword, JsonNode rule, Predicate<JsonNode> holds) {
    return (value, place, violations) -> {
      if (!holds.test(value)) {
        String at = place.pointer();
        violations.add(at, Sentence.of(keyword, rule, value, at));
      }
    };
  }

  static PlainRule type(JsonNode rule, Set<String> types) {
    return that("type", rule, value -> is(types, value));
  }

  private static boolean is(Set<String> types, JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> types.contains("object");
      case ARRAY -> types.contains("array");
      case STRING -> types.contains("string");
      case BOOLEAN -> types.contains("boolean");
      case NULL -> types.contains("null");
      // 1.0 is an integer too (JSON Schema 2020-12 Core, section 4.2.3; draft-06 and later).
      case NUMBER ->
          types.contains("number")
              || (types.contains("integer") && value.canConvertToExactIntegral());
      default -> false;
    };
  }

  static PlainRule strings(JsonNode rule, Set<String> strings) {
    return that("enum", rule, value -> value.isString() && strings.contains(value.stringValue()));
  }

  static PlainRule minimum(JsonNode rule) {
    BigDecimal bound = rule.decimalValue();
    return that("minimum", rule, v -> !v.isNumber() || v.decimalValue().compareTo(bound) >= 0);
  }

  static PlainRule maximum(JsonNode rule) {
    BigDecimal bound = rule.decimalValue();
    return that("maximum", rule, v -> !v.isNumber() || v.decimalValue().compareTo(bound) <= 0);
  }

  /** Lengths count characters, not the halves of surrogate pairs (Validation, section 6.3). */
  static PlainRule length(String keyword, JsonNode rule, IntPredicate allowed) {
    return that(
        keyword,
        rule,
        v ->
            !v.isString()
                || allowed.test(v.stringValue().codePointCount(0, v.stringValue().length())));
  }

  static PlainRule elements(String keyword, JsonNode rule, IntPredicate allowed) {
    return that(keyword, rule, v -> !v.isArray() || allowed.test(v.size()));
  }

  static PlainRule required(JsonNode rule, List<String> names) {
    return (value, place, violations) -> {
      if (!value.isObject()) {
        return;
      }
      for (String name : names) {
        if (!value.has(name)) {
          String at = place.pointer();
          violations.add(at, Sentence.of("required", rule, value, name, at));
        }
      }
    };
  }

  /** No members but these. */
  static PlainRule only(JsonNode rule, Set<String> names) {
    return (value, place, violations) -> {
      if (!value.isObject()) {
        return;
      }
      for (String name : value.propertyNames()) {
        if (!names.contains(name)) {
          String at = place.pointer();
          violations.add(at, Sentence.of("additionalProperties", rule, value, name, at));
        }
      }
    };
  }
}
