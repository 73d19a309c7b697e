package dev.bullpen.schema;

import dev.bullpen.json.WholeNumber;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Checks the values of keywords as the meta-schemas do, without the validator library. */
final class KeywordForms {
  private interface Form {
    boolean fits(JsonNode value);
  }

  static final Set<String> TYPE_NAMES =
      Set.of("object", "array", "string", "number", "integer", "boolean", "null");

  static final Pattern ANCHOR = Pattern.compile("[A-Za-z_][-A-Za-z0-9._]*");
  private static final Pattern ANCHOR_OF_2019 = Pattern.compile("[A-Za-z][-A-Za-z0-9.:_]*");
  private static final Pattern ID = Pattern.compile("[^#]*#?");

  private static final Form SCHEMA = value -> value.isObject() || value.isBoolean();
  private static final Form SCHEMAS = value -> isListOf(value, SCHEMA) && !value.isEmpty();
  private static final Form SCHEMA_OR_SCHEMAS = value -> SCHEMA.fits(value) || SCHEMAS.fits(value);
  private static final Form NAMED_SCHEMAS = value -> isMapOf(value, SCHEMA);
  private static final Form NAMES = value -> isListOf(value, JsonNode::isString) && isSet(value);
  private static final Form COUNT =
      value -> WholeNumber.of(value).filter(count -> count.signum() >= 0).isPresent();
  private static final Form TYPES =
      value ->
          isType(value)
              || !value.isEmpty() && isListOf(value, KeywordForms::isType) && isSet(value);

  private static final Map<Dialect, Map<String, Form>> FORMS =
      Map.of(
          Dialect.DRAFT_07, draft07(),
          Dialect.DRAFT_2019_09, draft201909(),
          Dialect.DRAFT_2020_12, draft202012());

  private KeywordForms() {}

  /**
   * Check one schema without its subschemas.
   *
   * @throws SchemaException if a value may not stand under its keyword
   */
  static void check(JsonNode schema, Dialect dialect) throws SchemaException {
    Map<String, Form> forms = Objects.requireNonNull(FORMS.get(dialect));
    for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
      Form form = forms.get(keyword.getKey());
      if (form != null && !form.fits(keyword.getValue())) {
        throw new SchemaException(
            "not a valid schema of %s: %s may not stand under \"%s\""
                .formatted(dialect.text(), Excerpt.of(keyword.getValue()), keyword.getKey()));
      }
    }
  }

  private static Map<String, Form> draft07() {
    Map<String, Form> forms = new HashMap<>();
    put(forms, JsonNode::isString, "$id", "$schema", "$ref", "$comment", "title", "description");
    put(
        forms,
        JsonNode::isString,
        "pattern",
        "format",
        "contentEncoding",
        "contentMediaType",
        "id");
    put(forms, JsonNode::isBoolean, "readOnly", "writeOnly", "uniqueItems");
    put(forms, JsonNode::isArray, "examples", "enum");
    put(forms, JsonNode::isNumber, "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum");
    put(forms, value -> value.isNumber() && value.decimalValue().signum() > 0, "multipleOf");
    put(forms, COUNT, "minLength", "maxLength", "minItems", "maxItems");
    put(forms, COUNT, "minProperties", "maxProperties");
    put(forms, NAMES, "required");
    put(forms, TYPES, "type");
    put(forms, NAMED_SCHEMAS, "properties", "patternProperties", "definitions");
    put(forms, value -> isMapOf(value, KeywordForms::isDependency), "dependencies");
    put(forms, SCHEMA, "additionalProperties", "propertyNames", "contains", "additionalItems");
    put(forms, SCHEMA, "not", "if", "then", "else");
    put(forms, SCHEMAS, "allOf", "anyOf", "oneOf");
    put(forms, SCHEMA_OR_SCHEMAS, "items");
    return forms;
  }

  private static Map<String, Form> draft201909() {
    Map<String, Form> forms = draft07();
    put(forms, NAMED_SCHEMAS, "$defs", "dependentSchemas");
    put(forms, value -> isMapOf(value, NAMES), "dependentRequired");
    put(forms, COUNT, "minContains", "maxContains");
    put(forms, SCHEMA, "unevaluatedItems", "unevaluatedProperties", "contentSchema");
    put(forms, JsonNode::isBoolean, "deprecated", "$recursiveAnchor");
    put(forms, JsonNode::isString, "$recursiveRef");
    put(forms, value -> isText(value, ID), "$id");
    put(forms, value -> isText(value, ANCHOR_OF_2019), "$anchor");
    put(forms, value -> isMapOf(value, JsonNode::isBoolean), "$vocabulary");
    return forms;
  }

  private static Map<String, Form> draft202012() {
    Map<String, Form> forms = draft201909();
    forms.remove("additionalItems");
    put(forms, SCHEMA, "items");
    put(forms, SCHEMAS, "prefixItems");
    put(forms, JsonNode::isString, "$dynamicRef");
    put(forms, value -> isText(value, ANCHOR), "$anchor", "$dynamicAnchor", "$recursiveAnchor");
    return forms;
  }

  private static void put(Map<String, Form> forms, Form form, String... keywords) {
    for (String keyword : keywords) {
      forms.put(keyword, form);
    }
  }

  private static boolean isListOf(JsonNode value, Form form) {
    return value.isArray() && value.valueStream().allMatch(form::fits);
  }

  private static boolean isMapOf(JsonNode value, Form form) {
    return value.isObject() && value.valueStream().allMatch(form::fits);
  }

  private static boolean isSet(JsonNode strings) {
    Set<String> seen = new HashSet<>();
    return strings.valueStream().allMatch(each -> seen.add(each.stringValue()));
  }

  private static boolean isType(JsonNode value) {
    return value.isString() && TYPE_NAMES.contains(value.stringValue());
  }

  private static boolean isDependency(JsonNode value) {
    return SCHEMA.fits(value) || NAMES.fits(value);
  }

  private static boolean isText(JsonNode value, Pattern pattern) {
    return value.isString() && pattern.matcher(value.stringValue()).matches();
  }
}
