package dev.bullpen.schema;

import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * What the library found, told in the order of the document and in our words. The library goes by
 * the order of the keywords. A finding is kept at its place in a tree like that of the value.
 */
final class Findings {
  private final List<Error> here = new ArrayList<>();
  private final Map<Object, Findings> inside = new LinkedHashMap<>();

  /** Keep {@code error} at its place. */
  void add(Error error) {
    NodePath path = error.getInstanceLocation();
    Findings findings = this;
    for (int i = 0; i < path.getNameCount(); i++) {
      findings = findings.inside.computeIfAbsent(path.getElement(i), step -> new Findings());
    }
    findings.here.add(error);
  }

  /** What there is about {@code value} and what is inside it. */
  List<Violation> violations(JsonNode value) {
    Violations violations = new Violations();
    tell(value, Place.ROOT, violations);
    return violations.list();
  }

  private void tell(JsonNode value, Place place, Violations violations) {
    for (Error error : here) {
      if (violations.isFull()) {
        violations.addUnseen();
      } else {
        String at = place.pointer();
        violations.add(at, sentence(error).at(at) + alternative(error.getEvaluationPath()));
      }
    }
    if (value.isObject() && !inside.isEmpty()) {
      for (Map.Entry<String, JsonNode> member : value.properties()) {
        Findings findings = inside.get(member.getKey());
        if (findings != null) {
          findings.tell(member.getValue(), place.member(member.getKey()), violations);
        }
      }
    }
    if (value.isArray() && !inside.isEmpty()) {
      for (int i = 0; i < value.size(); i++) {
        Findings findings = inside.get(i);
        if (findings != null) {
          findings.tell(value.get(i), place.element(i), violations);
        }
      }
    }
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

  /** The first violations found, each once, and how many more there were. */
  private static final class Violations {
    /** More than anyone mends at once, and a page of text at most. */
    static final int MAX = 20;

    private final Set<Violation> kept = new LinkedHashSet<>();
    private int more;

    void add(String at, String message) {
      Violation violation = new Violation(at, message);
      if (kept.contains(violation)) {
        return;
      }
      if (kept.size() < MAX) {
        kept.add(violation);
      } else {
        more++;
      }
    }

    /** Whether sentences are still wanted; without, counting is enough. */
    boolean isFull() {
      return kept.size() == MAX;
    }

    void addUnseen() {
      more++;
    }

    List<Violation> list() {
      return more == 0
          ? List.copyOf(kept)
          : Stream.concat(kept.stream(), Stream.of(rest())).toList();
    }

    private Violation rest() {
      return new Violation("", more == 1 ? "one more violation" : more + " more violations");
    }
  }
}
