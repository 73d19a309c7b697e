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
 * What the library found, told in the order of the document and in our words. The library goes by
 * the order of the keywords. A finding is kept at its place in a tree like that of the value.
 */
final class Findings {
  /** More than anyone mends at once, and a page of text at most. */
  private static final int MAX_TOLD = 20;

  private final List<Error> here = new ArrayList<>();
  private final Map<Object, Findings> inside = new LinkedHashMap<>();

  /** What is wrong with {@code value} and what is inside it, each once, at last how much more. */
  static List<Violation> violations(List<Error> errors, JsonNode value) {
    if (errors.isEmpty()) {
      return List.of();
    }
    Findings all = new Findings();
    errors.forEach(all::add);
    Set<Violation> told = new LinkedHashSet<>();
    int more = all.tell(value, Place.ROOT, told);
    if (more > 0) {
      told.add(new Violation("", more == 1 ? "one more violation" : more + " more violations"));
    }
    return List.copyOf(told);
  }

  /** Keep {@code error} at its place. */
  private void add(Error error) {
    NodePath path = error.getInstanceLocation();
    Findings findings = this;
    for (int i = 0; i < path.getNameCount(); i++) {
      findings = findings.inside.computeIfAbsent(path.getElement(i), step -> new Findings());
    }
    findings.here.add(error);
  }

  /**
   * @return how many more there are than are told of
   */
  private int tell(JsonNode value, Place place, Set<Violation> told) {
    int more = 0;
    for (Error error : here) {
      if (told.size() == MAX_TOLD) {
        more++;
      } else {
        String at = place.pointer();
        told.add(
            new Violation(at, sentence(error).at(at) + alternative(error.getEvaluationPath())));
      }
    }
    if (value.isObject() && !inside.isEmpty()) {
      for (Map.Entry<String, JsonNode> member : value.properties()) {
        Findings findings = inside.get(member.getKey());
        if (findings != null) {
          more += findings.tell(member.getValue(), place.member(member.getKey()), told);
        }
      }
    }
    if (value.isArray() && !inside.isEmpty()) {
      for (int i = 0; i < value.size(); i++) {
        Findings findings = inside.get(i);
        if (findings != null) {
          more += findings.tell(value.get(i), place.element(i), told);
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

  /** Which alternative did not match, if the schema has some: each has its own reasons. */
  private static String alternative(NodePath evaluated) {
    for (int i = evaluated.getNameCount() - 2; i >= 0; i--) {
      Object keyword = evaluated.getElement(i);
      // A number after one of these names: the keyword, not a member called like it.
      if (evaluated.getElement(i + 1) instanceof Integer index
          && ("anyOf".equals(keyword) || "oneOf".equals(keyword))) {
        return " (alternative " + (index + 1) + " of \"" + keyword + "\")";
      }
    }
    return "";
  }
}
