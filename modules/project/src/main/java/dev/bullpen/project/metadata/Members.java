package dev.bullpen.project.metadata;

import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Members of metadata objects, which are optional one and all and often of the wrong type. */
public final class Members {
  private Members() {}

  /** The text of a member; empty when it is missing, not a string, or blank. */
  public static Optional<String> text(ObjectNode object, String key) {
    return string(object, key).filter(text -> !text.isBlank());
  }

  /** The text of a member, which may be blank; empty when it is missing or not a string. */
  public static Optional<String> string(ObjectNode object, String key) {
    return value(object, key).filter(JsonNode::isString).map(JsonNode::stringValue);
  }

  /** The text of a member, which may be blank; said and empty when it is something else. */
  public static Optional<String> string(ObjectNode object, String key, Consumer<String> problems) {
    Optional<String> text = string(object, key);
    if (text.isEmpty() && value(object, key).isPresent()) {
      problems.accept("\"%s\" is ignored: it is not a string. Make it one.".formatted(key));
    }
    return text;
  }

  /** The elements of a member; empty when it is missing or not an array. */
  public static Optional<ArrayNode> array(ObjectNode object, String key) {
    return value(object, key).filter(ArrayNode.class::isInstance).map(ArrayNode.class::cast);
  }

  /** A member that is an object; said and empty when it is something else. */
  public static Optional<ObjectNode> object(
      ObjectNode object, String key, Consumer<String> problems) {
    Optional<JsonNode> value = value(object, key);
    if (value.isPresent() && !value.get().isObject()) {
      problems.accept("\"%s\" is ignored: it is not an object. Make it one.".formatted(key));
    }
    return value.filter(ObjectNode.class::isInstance).map(ObjectNode.class::cast);
  }

  /** A member of any type; empty when it is missing or null. */
  public static Optional<JsonNode> value(ObjectNode object, String key) {
    return Optional.ofNullable(object.get(key)).filter(node -> !node.isNull());
  }
}
