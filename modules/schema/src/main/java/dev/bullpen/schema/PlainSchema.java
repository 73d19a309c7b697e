package dev.bullpen.schema;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A schema that says no more than what {@link PlainReader} reads, checked without the library, in
 * time linear to the value.
 *
 * @param rules what is asked of the value itself
 * @param members what is asked of the members of an object, by name
 * @param elements what is asked of each element of an array
 */
record PlainSchema(
    List<PlainRule> rules, Map<String, PlainSchema> members, Optional<PlainSchema> elements)
    implements Check {

  @Override
  public List<Violation> check(JsonNode value) {
    Violations violations = new Violations();
    check(value, Place.ROOT, violations);
    return violations.list();
  }

  private void check(JsonNode value, Place place, Violations violations) {
    for (PlainRule rule : rules) {
      rule.check(value, place, violations);
    }
    if (value.isObject() && !members.isEmpty()) {
      for (Map.Entry<String, JsonNode> member : value.properties()) {
        PlainSchema schema = members.get(member.getKey());
        if (schema != null) {
          schema.check(member.getValue(), place.member(member.getKey()), violations);
        }
      }
    }
    if (value.isArray() && elements.isPresent()) {
      for (int i = 0; i < value.size(); i++) {
        elements.get().check(value.get(i), place.element(i), violations);
      }
    }
  }
}
