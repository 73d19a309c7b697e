package dev.bullpen.protocol.method;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.MetaKey;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The result of {@code completion/complete}, the same in every revision.
 *
 * @param values at most {@link #MAX_VALUES}, none twice, best first
 * @param total of all pages, if known
 * @param hasMore whether there are more after these
 * @param nextCursor where the values after these begin; an extension that the schemas allow
 */
public record CompleteResult(
    List<String> values, OptionalInt total, boolean hasMore, Optional<String> nextCursor) {
  /** The most values a result may have (specification, completion; {@code maxItems} since 2026). */
  public static final int MAX_VALUES = 100;

  /** Where in {@code _meta} a client finds the cursor for the next values. */
  public static final String NEXT_CURSOR = "dev.bullpen/nextCursor";

  /** In {@code _meta}, true: there are no values, because a newer request replaces this one. */
  public static final String SUPERSEDED = "dev.bullpen/superseded";

  public CompleteResult {
    values = List.copyOf(values);
    if (values.size() > MAX_VALUES || new HashSet<>(values).size() < values.size()) {
      throw new IllegalArgumentException(values.size() + " values, or some of them twice");
    }
    if (total.orElse(values.size()) < values.size()) {
      throw new IllegalArgumentException(
          "%d values of %d in all".formatted(values.size(), total.getAsInt()));
    }
  }

  /** The answer to a request that a newer one replaces: no values, and there may be some. */
  public static ObjectNode superseded() {
    ObjectNode result =
        new CompleteResult(List.of(), OptionalInt.empty(), true, Optional.empty()).toJson();
    result.set(MetaKey.META, Json.object().put(SUPERSEDED, true));
    return result;
  }

  public ObjectNode toJson() {
    ArrayNode array = Json.array();
    for (String value : values) {
      array.add(value);
    }
    ObjectNode completion = Json.object().set("values", array);
    if (total.isPresent()) {
      completion.put("total", total.getAsInt());
    }
    completion.put("hasMore", hasMore);
    ObjectNode result = Json.object().set("completion", completion);
    if (nextCursor.isPresent()) {
      completion.put("nextCursor", nextCursor.get()); // where clients of mcp-bash look
      result.set(MetaKey.META, Json.object().put(NEXT_CURSOR, nextCursor.get()));
    }
    return result;
  }
}
