package dev.bullpen.protocol.shape;

import dev.bullpen.json.DateTime;
import dev.bullpen.json.Json;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.Revision;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/**
 * A condition for values that are sent, and their form in each revision. The form is always valid
 * under the schema of the revision.
 */
@FunctionalInterface
public interface Kind {
  long MAX_SAFE_INTEGER = (1L << 53) - 1;

  Kind STRING = is(JsonNode::isString);

  Kind BOOLEAN = is(JsonNode::isBoolean);

  /** A whole number that JavaScript represents exactly. JavaScript clients refuse others. */
  Kind INTEGER =
      is(
          value ->
              value.isIntegralNumber()
                  && value.canConvertToLong()
                  && value.longValue() >= -MAX_SAFE_INTEGER
                  && value.longValue() <= MAX_SAFE_INTEGER);

  /** A number that is finite in JavaScript. */
  Kind NUMBER =
      is(value -> value.isNumber() && Double.isFinite(value.decimalValue().doubleValue()));

  Kind OBJECT = is(JsonNode::isObject);

  Kind ANYTHING = is(value -> true);

  Kind DATE_TIME = is(value -> value.isString() && DateTime.isOne(value.stringValue()));

  Kind SHARE = is(Kind::isShare);

  /** Reserved keys are left out, because a project may not set them. */
  Kind META = (value, revision) -> MetaKey.unreserved(value).map(JsonNode.class::cast);

  /** The value in the form of the revision; empty if it is not of this kind. */
  Optional<JsonNode> fit(JsonNode value, Revision revision);

  static Kind is(Predicate<JsonNode> test) {
    return (value, revision) -> Optional.of(value).filter(test);
  }

  static Kind word(String... allowed) {
    Set<String> words = Set.of(allowed);
    return is(value -> value.isString() && words.contains(value.stringValue()));
  }

  /** An array whose elements are all of one kind. */
  static Kind listOf(Kind element) {
    Kind those = thoseOf(element);
    return (value, revision) ->
        those.fit(value, revision).filter(fitting -> fitting.size() == value.size());
  }

  /** An array. Elements of another kind are left out. */
  static Kind thoseOf(Kind element) {
    return (value, revision) -> {
      if (!value.isArray()) {
        return Optional.empty();
      }
      ArrayNode fitting = Json.array();
      value.forEach(each -> element.fit(each, revision).ifPresent(fitting::add));
      return Optional.of(fitting);
    };
  }

  private static boolean isShare(JsonNode value) {
    return value.isNumber()
        && value.decimalValue().signum() >= 0
        && value.decimalValue().compareTo(BigDecimal.ONE) <= 0;
  }
}
