package dev.bullpen.schema;

import java.util.Comparator;
import java.util.Iterator;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * Some order of JSON values in which exactly those are equal that JSON Schema calls so (Core,
 * section 4.2.2): 1 and 1.0 are, and objects with the same members in another order. Each
 * comparison is a step towards the deadline of the check.
 */
final class ValueOrder implements Comparator<JsonNode> {
  private final Deadline deadline;

  private ValueOrder(Deadline deadline) {
    this.deadline = deadline;
  }

  /** Whether no two elements of {@code array} are equal. */
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
