package dev.bullpen.schema;

import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The library's errors as violations, in the order of the document instead of that of the keywords.
 * For that, each is kept at its place in a tree like that of the value.
 */
final class Findings {
  /** A page of text at most. */
  private static final int MAX_VIOLATIONS = 20;

  private final List<Error> here = new ArrayList<>();
  private final Map<Object, Findings> inside = new LinkedHashMap<>();

  /** Each violation once. The last one says how many more there are. */
  static List<Violation> violations(List<Error> errors, JsonNode value) {
    if (errors.isEmpty()) {
      return List.of();
    }
    Findings all = new Findings();
    errors.forEach(all::add);
    Set<Violation> violations = new LinkedHashSet<>();
    int more = all.collect(value, Place.ROOT, violations);
    if (more > 0) {
      violations.add(
          new Violation("", more == 1 ? "one more violation" : more + " more violations"));
    }
    return List.copyOf(violations);
  }

  private void add(Error error) {
    NodePath path = error.getInstanceLocation();
    Findings findings = this;
    for (int i = 0; i < path.getNameCount(); i++) {
      findings = findings.inside.computeIfAbsent(path.getElement(i), step -> new Findings());
    }
    findings.here.add(error);
  }

  /** Returns how many violations were left out. */
  private int collect(JsonNode value, Place place, Set<Violation> violations) {
    int more = 0;
    for (Error error : here) {
      if (violations.size() == MAX_VIOLATIONS) {
        more++;
      } else {
        String at = place.pointer();
        violations.add(
            new Violation(at, sentence(error).at(at) + alternative(error.getEvaluationPath())));
      }
    }
    if (value.isObject() && !inside.isEmpty()) {
      for (Map.Entry<String, JsonNode> member : value.properties()) {
        Findings findings = inside.get(member.getKey());
        if (findings != null) {
          more += findings.collect(member.getValue(), place.member(member.getKey()), violations);
        }
      }
    }
    if (value.isArray() && !inside.isEmpty()) {
      for (int i = 0; i < value.size(); i++) {
        Findings findings = inside.get(i);
        if (findings != null) {
          more += findings.collect(value.get(i), place.element(i), violations);
        }
      }
    }
    return more;
  }

  private static Sentence sentence(Error error) {
    List<String> names =
        switch (error.getKeyword()) {
          case "items", "additionalItems" -> List.of(error.getIndex().toString());
          case "minContains", "maxContains", "unevaluatedItems" -> List.of(argument(error, 0));
          case "dependentRequired" -> List.of(argument(error, 0), argument(error, 1));
          default -> error.getProperty() == null ? List.of() : List.of(error.getProperty());
        };
    return new Sentence(error.getKeyword(), error.getSchemaNode(), error.getInstanceNode(), names);
  }

  private static String argument(Error error, int index) {
    return error.getArguments()[index].toString();
  }

  /**
   * Which alternative of the schema did not match, if there are several, as each has its own
   * reasons.
   */
  private static String alternative(NodePath evaluated) {
    for (int i = evaluated.getNameCount() - 2; i >= 0; i--) {
      Object keyword = evaluated.getElement(i);
      // A number after one of these names means the keyword, not a member of that name.
      if (evaluated.getElement(i + 1) instanceof Integer index
          && ("anyOf".equals(keyword) || "oneOf".equals(keyword))) {
        return " (alternative " + (index + 1) + " of \"" + keyword + "\")";
      }
    }
    return "";
  }

  /**
   * What is wrong with a value, in words. Equal violations have equal sentences.
   *
   * @param keyword the keyword that the value violates
   * @param rule the keyword's value in the schema
   * @param value the value, or the object or array that holds the member or element in question
   * @param names what else the keyword is about: a member's name, an index, a number
   */
  private record Sentence(String keyword, JsonNode rule, JsonNode value, List<String> names) {

    String at(String pointer) {
      String which = pointer.isEmpty() ? "the value" : Excerpt.cut(pointer);
      return switch (keyword) {
        case "required" -> member(pointer) + " is required";
        case "dependentRequired" ->
            member(pointer) + " is required beside " + Excerpt.quoted(names.get(1));
        case "dependencies" ->
            member(pointer) + " is there without the members that it requires beside it";
        case "additionalProperties", "unevaluatedProperties" -> member(pointer) + " is not allowed";
        case "propertyNames" -> member(pointer) + " has a name that is not allowed";
        case "items", "additionalItems", "unevaluatedItems" ->
            which + " must not have an element " + names.get(0);
        default -> which + " " + fault();
      };
    }

    private String member(String pointer) {
      return "member "
          + Excerpt.quoted(names.get(0))
          + (pointer.isEmpty() ? "" : " of " + Excerpt.cut(pointer));
    }

    private String fault() {
      return switch (keyword) {
        case "type" -> "must be " + types() + ", but is " + what();
        case "enum" -> "must be one of " + Excerpt.list(rule) + ", but is " + Excerpt.of(value);
        case "const" -> "must be " + Excerpt.of(rule) + ", but is " + Excerpt.of(value);
        case "minimum" -> "must be at least " + number();
        case "maximum" -> "must be at most " + number();
        case "exclusiveMinimum" -> "must be more than " + number();
        case "exclusiveMaximum" -> "must be less than " + number();
        case "multipleOf" -> "must be a multiple of " + number();
        case "minLength" -> "must have at least " + count("character") + length();
        case "maxLength" -> "must have at most " + count("character") + length();
        case "pattern" -> "must match the pattern " + Excerpt.of(rule);
        case "minItems" -> "must have at least " + count("element") + size();
        case "maxItems" -> "must have at most " + count("element") + size();
        case "uniqueItems" -> "must not have the same element twice";
        case "minProperties" -> "must have at least " + count("member") + size();
        case "maxProperties" -> "must have at most " + count("member") + size();
        case "contains" -> "must have at least 1 element matching \"contains\"";
        case "minContains" -> "must have at least " + matching();
        case "maxContains" -> "must have at most " + matching();
        case "anyOf" -> "matches none of the alternatives of \"anyOf\"";
        case "oneOf" -> "must match exactly one of the alternatives of \"oneOf\"";
        case "not" -> "matches what \"not\" excludes";
        case "false" -> "is not allowed";
        default -> "violates " + Excerpt.quoted(keyword);
      };
    }

    private String types() {
      if (!rule.isArray()) {
        return article(rule.stringValue());
      }
      StringBuilder out = new StringBuilder();
      for (int i = 0; i < rule.size(); i++) {
        String before = i == 0 ? "" : i == rule.size() - 1 ? " or " : ", ";
        out.append(before).append(article(rule.get(i).stringValue()));
      }
      return out.toString();
    }

    /**
     * A number itself, because the type that it violates is "integer". For any other value, its
     * type.
     */
    private String what() {
      return switch (value.getNodeType()) {
        case NUMBER -> Excerpt.of(value);
        case OBJECT -> article("object");
        case ARRAY -> article("array");
        case STRING -> article("string");
        case BOOLEAN -> article("boolean");
        default -> "null";
      };
    }

    private static String article(String type) {
      return switch (type) {
        case "object", "array", "integer" -> "an " + type;
        case "null" -> type;
        default -> "a " + type;
      };
    }

    private String number() {
      return Excerpt.of(rule) + ", but is " + Excerpt.of(value);
    }

    private String count(String thing) {
      return Excerpt.of(rule) + " " + thing + (rule.asString().equals("1") ? "" : "s");
    }

    private String matching() {
      String number = names.get(0);
      return number + (number.equals("1") ? " element" : " elements") + " matching \"contains\"";
    }

    private String length() {
      String text = value.stringValue();
      return ", but has " + text.codePointCount(0, text.length());
    }

    private String size() {
      return ", but has " + value.size();
    }
  }
}
