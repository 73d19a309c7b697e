package dev.bullpen.project;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Members of metadata objects, which are optional one and all and often of the wrong type. */
final class Members {
  private Members() {}

  /** The text of a member; empty when it is missing, not a string, or blank. */
  static Optional<String> text(ObjectNode object, String key) {
    return value(object, key)
        .filter(JsonNode::isString)
        .map(JsonNode::stringValue)
        .filter(text -> !text.isBlank());
  }

  /** The elements of a member; empty when it is missing or not an array. */
  static Optional<ArrayNode> array(ObjectNode object, String key) {
    return value(object, key).filter(ArrayNode.class::isInstance).map(ArrayNode.class::cast);
  }

  /** A member of any type; empty when it is missing or null. */
  static Optional<JsonNode> value(ObjectNode object, String key) {
    return Optional.ofNullable(object.get(key)).filter(node -> !node.isNull());
  }
}
