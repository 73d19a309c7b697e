package dev.bullpen.schema;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.AbstractKeyword;
import com.networknt.schema.keyword.BaseKeywordValidator;
import com.networknt.schema.keyword.ContainsValidator;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Keywords that are checked here instead of by the library. The library's bounds of numbers treat
 * the value as a long where the schema says "integer", and fail for 1.5 and 1e400. Its
 * "uniqueItems" hashes, and takes minutes for some thousand strings that are made to have the same
 * hash.
 */
final class OwnKeyword extends AbstractKeyword {
  static final List<Keyword> ALL =
      Stream.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "uniqueItems")
          .<Keyword>map(OwnKeyword::new)
          .toList();

  private OwnKeyword(String keyword) {
    super(keyword);
  }

  private static boolean holds(String keyword, JsonNode rule, JsonNode value) {
    if (keyword.equals("uniqueItems")) {
      return !rule.booleanValue() || !value.isArray() || ValueOrder.allDiffer(value);
    }
    int sign = value.isNumber() ? value.decimalValue().compareTo(rule.decimalValue()) : 0;
    return !value.isNumber()
        || switch (keyword) {
          case "minimum" -> sign >= 0;
          case "maximum" -> sign <= 0;
          case "exclusiveMinimum" -> sign > 0;
          default -> sign < 0;
        };
  }

  @Override
  public KeywordValidator newValidator(
      SchemaLocation location, JsonNode rule, Schema parent, SchemaContext context) {
    return new Validator(this, rule, location, parent, context);
  }

  private static final class Validator extends BaseKeywordValidator {
    private final String keyword;
    private final JsonNode rule;

    Validator(
        OwnKeyword keyword,
        JsonNode rule,
        SchemaLocation location,
        Schema parent,
        SchemaContext context) {
      super(keyword, rule, location, parent, context);
      this.keyword = keyword.getValue();
      this.rule = rule;
    }

    @Override
    public void validate(
        ExecutionContext context, JsonNode value, JsonNode root, NodePath location) {
      if (!holds(keyword, rule, value)) {
        context.addError(
            error()
                .instanceNode(value)
                .instanceLocation(location)
                .evaluationPath(context.getEvaluationPath())
                .build());
      }
    }
  }

  /**
   * "contains" of 2019-09. The library treats it like that of 2020-12, which evaluates the elements
   * that it matches, so that "unevaluatedItems" ignores them (2020-12, Core, section 10.3.1.3). In
   * 2019-09 it evaluates none (Core, sections 9.3.1.3 and 9.3.1.4).
   */
  static final class ContainsOf201909 extends AbstractKeyword {
    ContainsOf201909() {
      super("contains");
    }

    @Override
    public KeywordValidator newValidator(
        SchemaLocation location, JsonNode rule, Schema parent, SchemaContext context) {
      return new Validator(location, rule, parent, context);
    }

    private static final class Validator extends ContainsValidator {
      Validator(SchemaLocation location, JsonNode rule, Schema parent, SchemaContext context) {
        super(location, rule, parent, context);
      }

      @Override
      protected boolean hasUnevaluatedItemsInEvaluationPath(ExecutionContext context) {
        return false; // so that what it matches is not noted
      }
    }
  }

  /**
   * An order of JSON values in which two are equal exactly if JSON Schema calls them equal (Core,
   * section 4.2.2): 1 and 1.0 are, and objects with the same members in another order. Each
   * comparison is a step towards the deadline of the check.
   */
  private static final class ValueOrder implements Comparator<JsonNode> {
    private final Deadline deadline;

    private ValueOrder(Deadline deadline) {
      this.deadline = deadline;
    }

    static boolean allDiffer(JsonNode array) {
      Set<JsonNode> seen = new TreeSet<>(new ValueOrder(Deadline.current()));
      for (JsonNode element : array) {
        if (!seen.add(element)) {
          return false;
        }
      }
      return true;
    }

    @Override
    public int compare(JsonNode a, JsonNode b) {
      deadline.step();
      int types = a.getNodeType().compareTo(b.getNodeType());
      if (types != 0) {
        return types;
      }
      return switch (a.getNodeType()) {
        case NUMBER -> a.decimalValue().compareTo(b.decimalValue());
        case STRING -> a.stringValue().compareTo(b.stringValue());
        case BOOLEAN -> Boolean.compare(a.booleanValue(), b.booleanValue());
        case ARRAY -> compareElements(a, b);
        case OBJECT -> compareMembers(a, b);
        default -> 0;
      };
    }

    private int compareElements(JsonNode a, JsonNode b) {
      int order = Integer.compare(a.size(), b.size());
      for (int i = 0; order == 0 && i < a.size(); i++) {
        order = compare(a.get(i), b.get(i));
      }
      return order;
    }

    private int compareMembers(JsonNode a, JsonNode b) {
      if (a.size() != b.size()) {
        return Integer.compare(a.size(), b.size());
      }
      Iterator<String> others = sortedNames(b).iterator();
      for (String name : sortedNames(a)) {
        String other = others.next();
        int order = name.compareTo(other);
        order = order == 0 ? compare(a.get(name), b.get(other)) : order;
        if (order != 0) {
          return order;
        }
      }
      return 0;
    }

    private Set<String> sortedNames(JsonNode object) {
      Set<String> names = new TreeSet<>();
      for (String name : object.propertyNames()) {
        deadline.step();
        names.add(name);
      }
      return names;
    }
  }
}
