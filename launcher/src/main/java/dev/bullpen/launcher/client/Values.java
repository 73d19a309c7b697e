package dev.bullpen.launcher.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;

/**
 * The values in a result of completion/complete, fit for a terminal.
 *
 * @param shown the values, their control characters replaced: a script must not be able to move a
 *     terminal's cursor
 * @param total how many there are in all, where the server knows
 * @param hasMore whether there are more than these
 * @param nextCursor where the next page begins, if there is one
 */
public record Values(
    List<String> shown, OptionalInt total, boolean hasMore, Optional<String> nextCursor) {
  /** The specification has no pages here, so the cursor is metadata of Bullpen's. */
  private static final String NEXT_CURSOR = "dev.bullpen/nextCursor";

  public static Values of(JsonNode result) {
    JsonNode completion = result.path("completion");
    List<String> shown = new ArrayList<>();
    completion
        .path("values")
        .forEach(value -> shown.add(value.stringValue("").replaceAll("\\p{Cc}", "\uFFFD")));
    JsonNode total = completion.path("total");
    return new Values(
        List.copyOf(shown),
        total.isInt() ? OptionalInt.of(total.intValue()) : OptionalInt.empty(),
        completion.path("hasMore").booleanValue(false),
        Optional.of(result.path("_meta").path(NEXT_CURSOR).stringValue(""))
            .filter(cursor -> !cursor.isEmpty()));
  }

  /** How many, such as "2 values of 14"; says "of" only where it tells something. */
  public String count() {
    String count =
        shown.isEmpty() ? "no values" : shown.size() == 1 ? "1 value" : shown.size() + " values";
    return total.isPresent() && total.getAsInt() > shown.size()
        ? count + " of " + total.getAsInt()
        : count;
  }
}
