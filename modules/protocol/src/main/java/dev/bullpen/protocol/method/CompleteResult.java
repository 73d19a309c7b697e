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
 * @param nextCursor the cursor for the next values; an extension that the schemas allow
 */
public record CompleteResult(
    List<String> values, OptionalInt total, boolean hasMore, Optional<String> nextCursor) {
  /** The most values of a result (specification, completion; {@code maxItems} since 2026). */
  public static final int MAX_VALUES = 100;

  /** The key in {@code _meta} for the cursor for the next values. */
  public static final String NEXT_CURSOR = "dev.bullpen/nextCursor";

  /**
   * The key in {@code _meta} that is true if a newer request replaces this one, so that there are
   * no values.
   */
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

  /** The answer to a request that a newer one replaces: no values, and possibly more. */
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
      completion.put("nextCursor", nextCursor.get()); // for clients of mcp-bash
      result.set(MetaKey.META, Json.object().put(NEXT_CURSOR, nextCursor.get()));
    }
    return result;
  }
}
